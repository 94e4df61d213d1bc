"""The commented conjecture file that `new` writes."""

from __future__ import annotations

from pathlib import Path

from verify.catalogue import Catalogue, UsageError

__all__ = ["write_conjecture"]

TEMPLATE = """\
# A conjecture. Judge it with: theoremcheck run {path}
schema = 1
id = "{id}"
title = "One line for people"
source = "who says so, and where"
expect = "open"                     # open | proved | refuted; anything else that happens is news

[space]                             # symbols and where they live: what the conjecture says
x = "real(window=3)"                # window: only where the attack looks first
y = "real(window=3)"                # also: positive nonneg interval(-1, 1) complex natural circle disk sphere(3)

[given]                             # hypotheses, each with a name of your own; drop the table if there are none
apart = "x != y"

# [flow]                            # for conserved, evolves, bound, equilibria and eventually
# model = "linear.ott-antonsen"
# A = [["1", "0"], ["0", "1"]]
# V = [["a", "b"], ["-b", "a"]]

[shows]                             # one of:
claim = "abs(sin(x) - sin(y)) < abs(x - y)"   # a relation between expressions: == != >= > <= <
# conserved = "expression"          # along the flow
# eventually = "cluster"            # cluster | periodic | point, with: start = "almost every"
# exists = "y**2 == x"              # with: of = ["y"], the unknowns, and for = ["x"], on which they may depend
# scaling = "laplace-smooth"        # a measured quantity like a power, never proved; with: exponent = "-1"

[attack]
evaluations = 20_000                # with the default budget; quick takes a tenth of it, deep ten times as many
seed = 7
"""


def write_conjecture(claim: str) -> Path:
    """Write cases/conjectures/<id>.toml and return its path.

    Raises:
        UsageError: the id is not allowed or taken, or the file exists.
    """
    from verify.claim import _ID

    if not _ID.fullmatch(claim) or len(claim) > 120:
        raise UsageError(
            f"id {claim[:60]!r} is not allowed; write dotted lower-case words such as 'linear.my-conjecture'"
        )
    taken = Catalogue.load().entries.get(claim)
    if taken is not None:
        raise UsageError(f"the id {claim!r} is taken by {taken.file}; choose another")
    path = Path("cases", "conjectures", f"{claim}.toml")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(id=claim, path=path.as_posix()))
    except FileExistsError:
        raise UsageError(f"{path.as_posix()} exists; edit it, or choose another id") from None
    except OSError as error:
        raise UsageError(f"{path.as_posix()}: {error.strerror}") from None
    return path
