"""Cited results: each a schema that computes obligations and conclusions from parameters, with book and number."""

from verify import Source

KHALIL_2002 = Source("Khalil 2002", "Nonlinear Systems, third edition, Prentice Hall")
VILLANI_2009 = Source("Villani 2009", "Optimal Transport: Old and New, Springer")
OWN_LEMMA = Source("own lemma", "proved on paper only: docs/lemmas.md")
