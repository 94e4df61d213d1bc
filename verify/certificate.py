"""Certificates: a verdict written down so that another process can replay it.

A certificate is one JSON object. `sequent` is the digest of the statement that was judged; the statement itself is
not in it and is recomputed from the claim when the certificate is checked. `address` is the SHA-256 of everything
else, so a file that was cut short or edited by accident is noticed; an edit that repairs the address is noticed when
the steps are replayed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.kernel.goal import Goal, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import Proof, Refutation, Step, Vacuity
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError, dump, load, number
from verify.kernel.words import Word

__all__ = [
    "SCHEMA",
    "CertificateError",
    "address_of",
    "decode_multipliers",
    "decode_point",
    "decode_steps",
    "folder",
    "point_to_json",
    "read",
    "sequent_digest",
    "short",
    "to_json",
    "write",
]

SCHEMA = 1
MAX_BYTES = 64_000_000


class CertificateError(ValueError):
    """A file that is not a certificate, or not a whole one; one line."""


def short(value: object) -> str:
    """The beginning of its text, on one line."""
    text = " ".join(str(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _relation(relation: Relation | AnyOf) -> Any:
    if isinstance(relation, AnyOf):
        return ["any", *(_relation(option) for option in relation.options)]
    return [relation.op, relation.left.key, relation.right.key]


def sequent_digest(sequent: Sequent) -> str:
    """SHA-256 of the statement: its symbols, facts, goals and tokens. Equal in every process."""
    goals = [[name, _value(goal)] for name, goal in sequent.goals]
    symbols, tokens = ([sym.key for sym in each] for each in (sequent.symbols, sequent.tokens))
    return hashlib.sha256(_canonical([symbols, [_relation(f) for f in sequent.facts], goals, tokens])).hexdigest()


def _value(value: Any) -> Any:
    """A goal and what it is made of, as JSON: the name of its kind, then its fields in order."""
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, Term):
        return value.key
    if isinstance(value, Fraction):
        return ["rational", str(value)]
    if isinstance(value, tuple):
        return [_value(each) for each in value]
    if isinstance(value, Goal | Flow | Relation | AnyOf | Word):
        return [type(value).__name__, *(_value(getattr(value, each.name)) for each in fields(value))]
    raise TypeError(f"cannot write {type(value).__name__} into a digest")


class _Pool:
    """Terms shared by one certificate."""

    def __init__(self) -> None:
        self._at: dict[Term, int] = {}

    def _index(self, value: Term) -> int:
        return self._at.setdefault(value, len(self._at))

    def encode(self, value: Any) -> Any:
        if isinstance(value, Term):
            return {"term": self._index(value)}
        if isinstance(value, Relation):
            return {"relation": [value.op, self._index(value.left), self._index(value.right)]}
        if isinstance(value, AnyOf):
            return {"any": [self.encode(option) for option in value.options]}
        if isinstance(value, Step):
            return {"step": [value.rule, {key: self.encode(each) for key, each in value.data.items()}]}
        if isinstance(value, Fraction):
            return {"rational": str(value)}
        if isinstance(value, Mapping):
            return {"map": [[self.encode(key), self.encode(each)] for key, each in value.items()]}
        if isinstance(value, tuple | list):
            return {"list": [self.encode(each) for each in value]}
        if isinstance(value, str | int) and not isinstance(value, bool):
            return value
        raise TypeError(f"cannot write {type(value).__name__} into a certificate")

    def nodes(self) -> dict[str, Any]:
        return dump(self._at)


def _decode(value: Any, terms: list[Term]) -> Any:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return value
    if not isinstance(value, dict) or len(value) != 1:
        raise CertificateError(
            f"expected one of term, relation, any, step, rational, map, list; found {str(value)[:60]}"
        )
    ((kind, body),) = value.items()
    if kind == "term":
        return _term(body, terms)
    if kind == "relation":
        op, left, right = body
        return Relation(op, _term(left, terms), _term(right, terms))
    if kind == "any":
        return AnyOf(tuple(_decode(each, terms) for each in body))
    if kind == "step":
        rule, data = body
        return Step(rule, decode_data(data, terms))
    if kind == "rational":
        return _rational(body)
    if kind == "map":
        return {_decode(key, terms): _decode(each, terms) for key, each in body}
    if kind == "list":
        return tuple(_decode(each, terms) for each in body)
    raise CertificateError(f"unknown entry {kind!r}")


def _rational(text: Any) -> Fraction:
    if not isinstance(text, str):
        raise CertificateError(f"a rational number is written as text; found {short(text)}")
    value: Fraction = number(text).payload
    return value


def _term(at: Any, terms: list[Term]) -> Term:
    if type(at) is not int or not 0 <= at < len(terms):
        raise CertificateError(f"there is no term {at!r}")
    return terms[at]


def to_json(
    claim: str,
    statement: str,
    verdict: Proof | Vacuity | Refutation,
    worst: Refutation | None = None,
    versions: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The certificate of a verdict. For a refutation, `verdict` is the simplest and `worst` the largest violation."""
    pool = _Pool()
    body: dict[str, Any]
    if isinstance(verdict, Proof):
        word = "proved"
        steps = {part: [pool.encode(step) for step in listed] for part, listed in verdict.steps.items()}
        inhabited = {part: pool.encode(point) for part, point in verdict.inhabited.items()}
        body = {"witness": pool.encode(verdict.witness), "steps": steps, "uses": list(verdict.uses)}
        body |= {"inhabited": inhabited} if inhabited else {}
    elif isinstance(verdict, Vacuity):
        word = "vacuous"
        body = {"multipliers": [[at, str(factor)] for at, factor in verdict.multipliers]}
    else:
        word = "refuted"
        body = {"counterexamples": [_counterexample(each, pool) for each in (verdict, worst or verdict)]}
    content = {
        "schema": SCHEMA,
        "claim": claim,
        "statement": statement,
        "verdict": word,
        "strength": verdict.strength,
        "sequent": sequent_digest(verdict.sequent),
        "body": body,
        "terms": pool.nodes()["nodes"],
        "roots": pool.nodes()["roots"],
        "versions": dict(versions or {}),
    }
    return {**content, "address": address_of(content)}


def _counterexample(refutation: Refutation, pool: _Pool) -> dict[str, Any]:
    return {
        "part": refutation.part,
        "rule": refutation.rule,
        "point": pool.encode(refutation.point),
        "data": {key: pool.encode(value) for key, value in refutation.data.items()},
    }


def address_of(content: Mapping[str, Any]) -> str:
    """SHA-256 of everything but the address."""
    return hashlib.sha256(_canonical({k: v for k, v in content.items() if k != "address"})).hexdigest()


def folder(directory: Path) -> Path:
    """Where certificates lie below the project's directory (`.theoremcheck`)."""
    return directory / "certificates"


def write(directory: Path, certificate: Mapping[str, Any]) -> Path:
    """Write a certificate as <claim>.<first 12 digits of its address>.json and remove older ones of the claim."""
    place = folder(directory)
    place.mkdir(parents=True, exist_ok=True)
    name = f"{certificate['claim']}.{certificate['address'][:12]}.json"
    target = place / name
    part = place / f".{name}.{os.getpid()}"
    part.write_text(json.dumps(certificate, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    part.replace(target)
    for old in of_claim(directory, certificate["claim"]):
        if old != target:
            old.unlink(missing_ok=True)
    return target


def of_claim(directory: Path, claim: str) -> list[Path]:
    """Certificates of one claim, by name."""
    found = folder(directory).glob(f"{claim}.*.json")
    return sorted(path for path in found if path.name[len(claim) + 1 :].count(".") == 1)


def read(path: Path) -> dict[str, Any]:
    """A certificate from a file.

    Raises:
        CertificateError: not JSON, not a certificate of this schema, or its address does not fit its content.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CertificateError(f"{path}: larger than {MAX_BYTES} bytes")
        data = json.loads(path.read_text(encoding="utf-8"))
        address = address_of(data) if isinstance(data, dict) else ""
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: not JSON ({str(error)[:80]})") from None
    wanted = ("claim", "verdict", "sequent", "body", "terms", "roots", "strength", "address", "schema")
    if not isinstance(data, dict) or any(key not in data for key in wanted):
        raise CertificateError(f"{path}: not a certificate; expected the keys {', '.join(wanted)}")
    if data["schema"] != SCHEMA:
        raise CertificateError(f"{path}: schema {data['schema']!r}; this checker reads {SCHEMA}. Run the claim again")
    if address != data["address"]:
        raise CertificateError(f"{path}: the address does not fit the content; the file was edited or cut")
    return data


def terms_of(certificate: Mapping[str, Any]) -> list[Term]:
    """The Terms that a certificate's entries refer to."""
    try:
        return load({"nodes": certificate["terms"], "roots": certificate["roots"]})
    except TermError as error:
        raise CertificateError(str(error)) from None


def decode_point(value: Any, terms: list[Term]) -> dict[Term, Any]:
    """A point: symbols to constant Terms, or tuples of them for tokens."""
    point = _decode(value, terms)
    if not isinstance(point, dict):
        raise CertificateError("a point is a map from symbols to values")
    for sym, given in point.items():
        values = given if isinstance(given, tuple) else (given,)
        if not isinstance(sym, Term) or sym.kind != "sym" or not all(isinstance(each, Term) for each in values):
            raise CertificateError(f"{str(sym)[:40]}: a point maps symbols to terms")
    return point


def decode_data(data: Any, terms: list[Term]) -> dict[str, Any]:
    """The parameters of a step or of a counterexample."""
    if not isinstance(data, dict):
        raise CertificateError("the data of a step is an object")
    return {key: _decode(value, terms) for key, value in data.items()}


def decode_multipliers(listed: Any) -> list[tuple[int, Fraction]]:
    """(index of a fact, factor) of a contradiction."""
    found = []
    for at, text in listed:
        if type(at) is not int:
            raise CertificateError(f"a fact is named by its index; found {short(at)}")
        found.append((at, _rational(text)))
    return found


def decode_steps(steps: Any, terms: list[Term]) -> dict[str, tuple[Step, ...]]:
    """part -> its steps."""
    if not isinstance(steps, dict):
        raise CertificateError("steps is an object from parts to lists")
    found: dict[str, tuple[Step, ...]] = {}
    for part, listed in steps.items():
        if not isinstance(listed, list):
            raise CertificateError(f"the steps of {part!r} are not a list")
        found[part] = tuple(_decode(step, terms) for step in listed)
    return found


def point_to_json(point: Mapping[Term, Any], order: Iterable[Term] | None = None) -> dict[str, Any]:
    """A point with every coordinate as an exact string; tokens as lists of them."""
    names = list(order) if order is not None else list(point)
    found: dict[str, Any] = {}
    for sym in names:
        if sym in point:
            value = point[sym]
            found[str(sym)] = [str(each) for each in value] if isinstance(value, tuple) else str(value)
    return found
