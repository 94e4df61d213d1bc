"""What `replay` prints: whether stored counterexamples refute their claims as these stand now."""

from __future__ import annotations

from pathlib import Path

from verify.catalogue import Catalogue, UsageError
from verify.spell.text import SpellError

__all__ = ["replayed"]


def replayed(catalogue: Catalogue, file: str) -> tuple[list[str], str, bool]:
    """(a line for each counterexample, why the file cannot be read or nothing, whether the kernel confirmed all)."""
    from verify.attack.memory import confirm, load
    from verify.judge import fails_at

    try:
        stored = load(Path(file))
        try:
            claim = catalogue.claim(stored.claim)
        except UsageError as error:
            raise stored.sheet.fail("claim", f"found {error}") from None
        found, stale = confirm(stored, claim)
    except SpellError as error:
        return [], str(error), False
    lines = [
        f"confirmed  {each.strength:<6}  {claim.id}  {key}: {fails_at(each, claim)}" for key, each in found.items()
    ]
    lines += [f"stale      -       {claim.id}  {key}: {why}" for key, why in stale.items()]
    return [" ".join(line.split("\n")) for line in lines], "", not stale
