"""All benchmarks in one run, in one table: each contender beside the library that it replaces, or uses.

Run `python benchmarks/run.py` (a quarter of an hour; `--quick` takes two minutes; `--only planar transport` some).
docs/performance.md explains the rows. CPU time of all threads is counted, start-up and compilation are not; contenders
take turns, and medians are printed. What is not installed, or not there, is left out and named.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

import attention  # first: it keeps the libraries to one thread
from table import machine, tell

NAMES = ("algebra", "cover", "flow", "margins", "planar", "attention", "transport")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    given = parser.parse_args()
    print(machine())
    rows = []
    for name in given.only:
        print(f"{name} ...", file=sys.stderr)
        module = attention if name == "attention" else import_module(name)
        rows += module.measure(given.rounds, given.quick)
    tell(rows)


if __name__ == "__main__":
    main()
