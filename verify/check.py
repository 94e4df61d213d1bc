"""The checker: replay certificates in a fresh process, with the kernel alone.

`python -m verify.check [DIR|FILE|CLAIM...]` recomputes every goal from the claim, runs the steps again, and, where a
second arithmetic exists, evaluates a counterexample by balls beside the exact value. It imports neither SymPy nor
scipy, torch or any search code. Exit code 0: all replayed; 1: the first mismatch; 2: nothing to check.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify import certificate
from verify.certificate import CertificateError
from verify.kernel import ball
from verify.kernel.goal import Pointwise, Schema, Sequent
from verify.kernel.point import concrete
from verify.kernel.proof import Proof, Refused, Refutation, Vacuity, contradict, prove, refute
from verify.kernel.relation import Relation
from verify.kernel.term import TermError

__all__ = ["Mismatch", "Report", "main", "replay"]

OfferOf = Callable[[str], "Sequent | Schema | None"]


class Mismatch(ValueError):
    """A certificate that does not establish what it says; one line with the reason."""


def replay(data: dict[str, Any], sequent: Sequent, offer_of: OfferOf) -> list[Proof | Refutation | Vacuity]:
    """Replay one certificate against the sequent recomputed from its claim.

    Args:
        data: as read by `certificate.read`.
        offer_of: the sequent of another claim, or the schema of a cited one.

    Raises:
        Mismatch: another statement, a step that the kernel refuses, or data that is not well formed.
    """
    if certificate.sequent_digest(sequent) != data["sequent"]:
        raise Mismatch("it certifies another statement than the claim makes now; run the claim again")
    body = data["body"]
    results: list[Proof | Refutation | Vacuity]
    try:
        terms = certificate.terms_of(data)
        if data["verdict"] == "proved":
            steps = certificate.decode_steps(body["steps"], terms)
            witness = certificate.decode_point(body["witness"], terms)
            points = body.get("inhabited", {})
            inhabited = {part: certificate.decode_point(each, terms) for part, each in points.items()}
            proof = prove(sequent, steps, witness, offer_of, inhabited)
            if list(proof.uses) != body["uses"]:
                listed = certificate.short(body["uses"])
                raise Mismatch(f"it lists the used claims {listed}, its steps use {list(proof.uses)}")
            results = [proof]
        elif data["verdict"] == "refuted":
            results = [_refutation(each, sequent, terms) for each in body["counterexamples"]]
        elif data["verdict"] == "vacuous":
            results = [contradict(sequent, certificate.decode_multipliers(body["multipliers"]))]
        else:
            raise Mismatch(f"the verdict {str(data['verdict'])[:40]!r} is unknown; expected proved, refuted or vacuous")
    except (Refused, TermError, CertificateError) as error:
        raise Mismatch(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        if isinstance(error, Mismatch):
            raise
        raise Mismatch(f"not well formed: {type(error).__name__}: {certificate.short(error)}") from None
    if not results:
        raise Mismatch("it holds no counterexample")
    if results[0].strength != data["strength"]:
        raise Mismatch(f"it says strength {data['strength']!r}; replayed it is {results[0].strength}")
    return results


def _refutation(entry: dict[str, Any], sequent: Sequent, terms: list[Any]) -> Refutation:
    point = certificate.decode_point(entry["point"], terms)
    found = refute(sequent, entry["part"], entry["rule"], point, certificate.decode_data(entry["data"], terms))
    goal = sequent.goal(found.part)
    if isinstance(goal, Pointwise) and found.rule == "point":
        _second_arithmetic(goal.relation, point)
    return found


def _second_arithmetic(relation: Relation, point: Any) -> None:
    """By balls, the relation must not certainly hold where exact arithmetic says that it fails."""
    gap = ball.enclose(concrete(relation.gap, point), point, 256)
    sign = ball.certain_sign(gap) if relation.gap.is_real else None
    holds = {"eq": sign == 0, "ne": ball.known_nonzero(gap), "ge": sign == 1, "gt": sign == 1}[relation.op]
    if holds and not (relation.op == "eq" and gap.is_exact()):
        raise Mismatch(f"exact and ball arithmetic disagree about {relation}; the machine is at fault")


@dataclass
class Report:
    """What a run of the checker found.

    Attributes:
        lines: one per certificate.
        trusted: ids of cited claims that a proof used.
        mismatch: the first one, or empty.
    """

    lines: list[str] = field(default_factory=list)
    trusted: dict[str, None] = field(default_factory=dict)
    mismatch: str = ""


class _Checker:
    def __init__(self, directory: Path) -> None:
        from verify.catalogue import Catalogue

        self.directory = directory
        self.catalogue = Catalogue.load(remembered=True)
        self.proved: dict[str, bool] = {}
        self.report = Report()

    def offer_of(self, claim: str) -> Sequent | Schema | None:
        return self.catalogue.claim(claim).offers if claim in self.catalogue.entries else None

    def sequent_of(self, claim: str) -> Sequent | None:
        return self.catalogue.claim(claim).sequent if claim in self.catalogue.entries else None

    def check(self, path: Path) -> None:
        """Raises Mismatch or CertificateError."""
        data = certificate.read(path)
        claim = str(data["claim"])
        sequent = self.sequent_of(claim)
        if sequent is None:
            raise Mismatch(f"{path}: the claim {claim!r} is not in the catalogue")
        try:
            results = replay(data, sequent, self.offer_of)
        except Mismatch as error:
            raise Mismatch(f"{path}: {claim}: {error}") from None
        for result in results:
            if isinstance(result, Proof):
                for other in result.uses:
                    self._used(other, claim, (claim,))
        self.proved[claim] = data["verdict"] == "proved"
        self.report.lines.append(f"{data['verdict']:<8} {results[0].strength:<6} {claim}")

    def _used(self, other: str, by: str, path: tuple[str, ...]) -> None:
        """A claim that a proof used is cited, or has a certificate of its proof that replays."""
        if self.catalogue.claim(other).kind == "cited":
            self.report.trusted[other] = None
            return
        if other in path:
            raise Mismatch(f"the proofs of {' -> '.join((*path, other))} use each other in a circle")
        if other not in self.proved:
            files = certificate.of_claim(self.directory, other)
            if not files:
                raise Mismatch(f"{by} uses {other}, which has no certificate; run it")
            data = certificate.read(files[-1])
            sequent = self.sequent_of(other)
            assert sequent is not None
            for result in replay(data, sequent, self.offer_of):
                if isinstance(result, Proof):
                    for next_ in result.uses:
                        self._used(next_, other, (*path, other))
            self.proved[other] = data["verdict"] == "proved"
        if not self.proved[other]:
            raise Mismatch(f"{by} uses {other}, whose certificate is not a proof")


def _files(targets: Iterable[str], directory: Path) -> tuple[list[Path], list[str]]:
    """(certificate files, what was not found)."""
    files: list[Path] = []
    missing: list[str] = []
    for target in targets:
        path = Path(target)
        if path.is_dir():
            nested = certificate.folder(path)
            found = sorted((nested if nested.is_dir() else path).glob("*.json"))
        elif path.is_file():
            found = [path]
        else:
            found = certificate.of_claim(directory, target)
        if not found:
            missing.append(f"{target}: no certificate there; give a folder, a file or the id of a decided claim")
        files.extend(found)
    return list(dict.fromkeys(files)), missing


def main(argv: Sequence[str] | None = None) -> int:
    """Check certificates and print what was checked and what was taken on trust."""
    targets = list(sys.argv[1:] if argv is None else argv)
    directory = Path(".theoremcheck")
    files, missing = _files(targets or [str(directory)], directory)
    if missing:
        print("\n".join(missing), file=sys.stderr)
        return 2
    checker = _Checker(directory)
    from verify.catalogue import UsageError

    for path in files:
        try:
            checker.check(path)
        except (Mismatch, CertificateError, UsageError) as error:
            print("\n".join(checker.report.lines))
            print(f"MISMATCH {error}", file=sys.stderr)
            return 1
    print("\n".join(checker.report.lines))
    trusted = ", ".join(checker.report.trusted) or "no cited result"
    print(f"{len(files)} certificate{'s' * (len(files) != 1)} replayed; taken on trust: {trusted}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
