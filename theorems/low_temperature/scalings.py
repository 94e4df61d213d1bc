"""Rates that are measured and not proved: each is undecided, supported by a fit (arXiv 2605.10931, and beyond it).

What is measured, at which values and with which errors, is in `verify.attention.scalings`. Those of open questions are
files of `cases/conjectures/`.
"""

from theorems.low_temperature import LOW_2026
from verify import Claim, Positive, Scaling, Space

S = Space(parameter=Positive())


def _supported(name: str, title: str, place: str, shows: Scaling) -> Claim:
    claim_id = f"low_temperature.scaling.{name}"
    return Claim(claim_id, S, shows, title=title, source=LOW_2026.at(place), kind="conjecture")


laplace = _supported(
    "laplace",
    "The Laplace error of a smooth positive density is of the order 1/kappa",
    "quantitative Laplace principle; rate for smooth densities, not in the abstract",
    Scaling("laplace-smooth", "-1"),
)
mass_shift = _supported(
    "mass-shift",
    "The mass that crosses the separatrix is of the order 1/beta, so W_2 has a floor of the order beta^(-1/2)",
    "floor; not in the abstract",
    Scaling("mass-shift", "-1"),
)
sample_two_atoms = _supported(
    "sample-two-atoms",
    "A sample of two atoms is n^(-1/4) from their law",
    "sampling error, not in the abstract",
    Scaling("sample-two-atoms", "-1/4"),
)
sample_d3 = _supported(
    "sample-d3",
    "Samples of n points on S^2 are (log n/n)^(1/2) apart",
    "sampling error, not in the abstract",
    Scaling("sample-d3", "-1/2", within="1/10"),
)
sample_d4 = _supported(
    "sample-d4",
    "Samples of n points on S^3 are n^(-1/3) apart",
    "sampling error, not in the abstract",
    Scaling("sample-d4", "-1/3", within="1/10"),
)
