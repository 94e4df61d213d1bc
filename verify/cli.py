"""The command line. Everything but click is imported by the command that needs it, so that `--help` costs nothing."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from verify import __version__

if TYPE_CHECKING:
    from verify.catalogue import Catalogue
    from verify.sharpness import Sharpness
    from verify.teeth import Teeth
    from verify.verdict import Verdict

__all__ = ["cli", "main"]

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
MET, UNMET, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class _Group(click.Group):
    """A group that is silent when the reader of a pipe has gone (`theoremcheck list | head`)."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            found = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
            return found
        except BrokenPipeError:
            _drop_output()
            return PIPE_CLOSED
        except OSError as error:
            if error.filename is not None or error.errno not in _FULL:
                raise
            _drop_output()
            _complain(f"standard output cannot be written: {error.strerror}")
            return USAGE


def _drop_output() -> None:
    """Nothing more is written, nor tried when the process ends."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="theoremcheck")
def cli() -> None:
    """A referee for theory papers that never tires.

    Claims come from the installed package and from ./cases. Exit code 0: every claim meets its expectation; 1: one does
    not; 2: a usage error, or a file that could not be read.
    """


@cli.command()
@click.argument("patterns", nargs=-1, metavar="[GLOB|FILE]...")
@click.option("--json", "json_file", metavar="FILE", help="Write all verdicts as JSON; - is standard output.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Worker processes.")
@click.option("--fresh", is_flag=True, help="Judge and search anew, and replace what is remembered.")
@click.option(
    "--budget",
    type=click.Choice(["quick", "default", "deep"]),
    default="default",
    show_default=True,
    help="How many evaluations an attack may spend.",
)
def run(patterns: tuple[str, ...], json_file: str | None, jobs: int, fresh: bool, budget: str) -> int:
    """Judge claims: all of them, or those that globs on ids, files or folders name."""
    from verify.run import Interrupted

    if json_file is not None:
        _check_writable(json_file)
    catalogue, ids = _load(patterns)
    out = sys.stderr if json_file == "-" else sys.stdout
    try:
        verdicts = _run_shown(catalogue, ids, out, budget=budget, jobs=jobs, fresh=fresh, store=True)
    except Interrupted as stop:
        _complain(str(stop))
        return INTERRUPTED
    if json_file is not None:
        from verify.report.document import run_document

        _write(json_file, run_document(verdicts, catalogue.problems))
    if catalogue.problems:
        return USAGE
    return MET if all(verdict.meets_expectation for verdict in verdicts) else UNMET


def _run_shown(catalogue: Catalogue, ids: list[str], out: IO[str], **options: Any) -> list[Verdict]:
    """Run claims and show them: a table where `out` is a terminal that is wide enough, lines elsewhere."""
    from verify.report.plain import NARROW, Lines
    from verify.report.words import headline
    from verify.run import run as run_claims

    columns = _columns(out)
    if columns is not None and columns >= NARROW:
        from verify.report.terminal import print_table, progress_bar

        with progress_bar(out) as tell:
            verdicts = run_claims(catalogue, ids, progress=tell, **options)
        print_table(verdicts, out)
        return verdicts
    lines = Lines(ids, columns)

    def tell_line(verdict: Verdict, done: int, total: int) -> None:
        for line in lines.add(verdict):
            click.echo(line, file=out)

    verdicts = run_claims(catalogue, ids, progress=tell_line, **options)
    click.echo("\n".join(headline(verdicts)), file=out)
    return verdicts


@cli.command()
@click.argument("patterns", nargs=-1, metavar="[GLOB|FILE]...")
@click.option("--json", "json_file", metavar="FILE", help="Write all fates as JSON; - is standard output.")
@click.option("--page", metavar="FILE", help="Write or renew a page: scores, findings and survivors in Markdown.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Worker processes.")
@click.option(
    "--budget",
    type=click.Choice(["quick", "default", "deep"]),
    default="quick",
    show_default=True,
    help="How many evaluations the attack on a mutant may spend.",
)
def teeth(patterns: tuple[str, ...], json_file: str | None, page: str | None, jobs: int, budget: str) -> int:
    """Attack mutants of the proved theorems: those written by hand, and automatic ones.

    Exit code 0: every mutant that was written by hand was killed; 1: one was not, or the machine failed.
    """
    from verify.report.teeth import closing, lines, teeth_document
    from verify.report.teeth_page import page as page_of
    from verify.teeth import run_teeth

    for option, file in (("--json", json_file), ("--page", page)):
        if file is not None:
            _check_writable(file, option)
    catalogue, ids = _load(patterns)
    out = sys.stderr if json_file == "-" else sys.stdout
    columns, width = _columns(out), max(map(len, ids), default=0)
    shown = {claim for claim in ids if patterns or catalogue.entries[claim].kind == "theorem"}

    told: list[str] = []

    def tell(found: Teeth) -> None:
        told.append(found.claim)
        for line in lines(found, width, columns) if found.claim in shown else ():
            click.echo(line, file=out)

    try:
        found = run_teeth(catalogue, ids, budget=budget, jobs=jobs, tell=tell)
    except KeyboardInterrupt as stop:
        return _interrupted(stop, len(told), len(ids))
    click.echo("\n".join(closing(found)), file=out)
    if json_file is not None:
        _write(json_file, teeth_document(found, catalogue.problems))
    if page is not None:
        from pathlib import Path

        theorems = {each.id for each in catalogue.entries.values() if each.kind == "theorem"}
        kept = Path(page).read_text(encoding="utf-8") if patterns and Path(page).is_file() else ""
        _write(page, page_of(found, kept, theorems), "--page")
    if catalogue.problems:
        return USAGE
    return MET if all(each.met for each in found) else UNMET


@cli.command()
@click.argument("patterns", nargs=-1, required=True, metavar="CLAIM...")
@click.option("--constant", metavar="NAME|INDEX", help="One constant alone: its number, name or value.")
@click.option(
    "--digits", type=click.IntRange(1, 12), default=4, show_default=True, help="Significant digits of values tried."
)
@click.option("--json", "json_file", metavar="FILE", help="Write everything as JSON; - is standard output.")
@click.option(
    "--budget",
    type=click.Choice(["quick", "default", "deep"]),
    default="quick",
    show_default=True,
    help="How many evaluations each search and each attack may spend.",
)
def sharpen(patterns: tuple[str, ...], constant: str | None, digits: int, json_file: str | None, budget: str) -> int:
    """Bracket the best constants of inequalities: proved on one side, refuted on the other.

    Exit code 0: it was done; 1: the machine failed at a constant; 2: no inequality, or no such constant.
    """
    from verify.report.sharpness import closing, lines, sharpness_document
    from verify.sharpness import run_sharpen

    if json_file is not None:
        _check_writable(json_file)
    catalogue, ids = _load(patterns)
    out = sys.stderr if json_file == "-" else sys.stdout
    columns = _columns(out)

    told: list[str] = []

    def tell(found: Sharpness) -> None:
        told.append(found.claim)
        for line in lines(found, columns):
            click.echo(line, file=out)

    try:
        found = run_sharpen(catalogue, ids, wanted=constant, budget=budget, digits=digits, tell=tell)
    except KeyboardInterrupt as stop:
        return _interrupted(stop, len(told), len(ids))
    click.echo("\n".join(closing(found)), file=out)
    if json_file is not None:
        _write(json_file, sharpness_document(found, catalogue.problems))
    if catalogue.problems or all(each.skipped for each in found):
        return USAGE
    return UNMET if any(each.failed for each in found) else MET


@cli.command()
@click.argument("patterns", nargs=-1, metavar="[GLOB|FILE]...")
@click.option("--json", "json_file", metavar="FILE", help="Write all statements as JSON; - is standard output.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Worker processes.")
@click.option("--fresh", is_flag=True, help="Ignore remembered verdicts and replace them.")
@click.option("--table", "table_file", metavar="FILE", help="Write a Markdown table, as in docs/power.md.")
@click.option("--alone", is_flag=True, help="Without Hypothesis and random sampling beside it.")
@click.option(
    "--budget",
    type=click.Choice(["quick", "default", "deep"]),
    default="default",
    show_default=True,
    help="How many evaluations an attack may spend.",
)
def power(
    patterns: tuple[str, ...],
    json_file: str | None,
    jobs: int,
    fresh: bool,
    table_file: str | None,
    alone: bool,
    budget: str,
) -> int:
    """Measure the machine on the bank: claims whose truth is known from elsewhere.

    Exit code 0: no verdict contradicts the truth; 1: one does, or the machine failed.
    """
    from verify.power import bank, measure
    from verify.report.power import closing, heading, line, markdown, power_document

    for option, file in (("--json", json_file), ("--table", table_file)):
        if file is not None:
            _check_writable(file, option)
    catalogue, ids = _load(patterns)
    out = sys.stderr if "-" in (json_file, table_file) else sys.stdout
    columns = _columns(out)
    click.echo(heading(columns), file=out)
    found = []
    listed = ids if patterns else bank(catalogue)
    try:
        for each in measure(catalogue, listed, budget=budget, jobs=jobs, fresh=fresh, plain=not alone):
            found.append(each)
            click.echo(line(each, columns), file=out)
    except KeyboardInterrupt as stop:
        return _interrupted(stop, len(found), len(listed))
    click.echo("\n".join(closing(found)), file=out)
    if json_file is not None:
        _write(json_file, power_document(found, catalogue.problems))
    if table_file is not None:
        _write(table_file, markdown(found), "--table")
    if catalogue.problems:
        return USAGE
    return UNMET if any(each.wrong for each in found) else MET


@cli.command()
@click.argument("patterns", nargs=-1, required=True, metavar="CLAIM|FILE...")
@click.option("--json", "json_file", metavar="FILE", help="Write all suggestions as JSON; - is standard output.")
@click.option(
    "--limit", type=click.IntRange(1, 20), default=3, show_default=True, help="Of proved suggestions, and of others."
)
@click.option(
    "--budget",
    type=click.Choice(["quick", "default", "deep"]),
    default="quick",
    show_default=True,
    help="How many evaluations the attack on a candidate may spend.",
)
def repair(patterns: tuple[str, ...], json_file: str | None, limit: int, budget: str) -> int:
    """Suggest extra hypotheses that would repair refuted claims. No file and no verdict changes.

    Exit code 0: every claim that is refuted, or undefined somewhere, got a suggestion; 1: one got none, or the
    machine failed.
    """
    from verify.repair import run_repair
    from verify.report.repair import closing, lines, repair_document

    if json_file is not None:
        _check_writable(json_file)
    catalogue, ids = _load(patterns)
    out = sys.stderr if json_file == "-" else sys.stdout
    columns = _columns(out)

    told: list[str] = []

    def tell(found: Any) -> None:
        told.append(found.claim)
        for line in lines(found, columns):
            click.echo(line, file=out)

    try:
        found = run_repair(catalogue, ids, budget=budget, limit=limit, tell=tell)
    except KeyboardInterrupt as stop:
        return _interrupted(stop, len(told), len(ids))
    click.echo("\n".join(closing(found)), file=out)
    if json_file is not None:
        _write(json_file, repair_document(found, catalogue.problems))
    if catalogue.problems:
        return USAGE
    return MET if all(each.found or each.skipped for each in found) else UNMET


@cli.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with statements and needs.")
def list_(as_json: bool) -> int:
    """List all claims."""
    catalogue, _ = _load(())
    if as_json:
        from verify.report.document import listing

        click.echo(listing(catalogue.entries.values(), catalogue.problems), nl=False)
    else:
        from verify.report.plain import rows

        table = [(entry.id, entry.kind, entry.expect, entry.title) for entry in catalogue.entries.values()]
        click.echo("\n".join(rows(table, _columns(sys.stdout))))
    return USAGE if catalogue.problems else MET


@cli.command()
@click.argument("claim")
def show(claim: str) -> int:
    """Show one claim: statement, source, needs, last verdict."""
    from verify.report.pages import show_page
    from verify.run import Session

    catalogue, ids = _load((claim,))
    with Session(catalogue) as session:
        for at, each in enumerate(ids):
            now = session.remembered(each)
            before = None if now else session.ledger.last(each)
            lines = show_page(catalogue, each, now, before, _columns(sys.stdout))
            click.echo("\n".join([""] * (at > 0) + lines))
    return MET


@cli.command()
@click.argument("claim")
def axioms(claim: str) -> int:
    """Say what one claim is conditional on."""
    from verify.report.pages import axioms_page
    from verify.run import Session

    catalogue, ids = _load((claim,))
    with Session(catalogue) as session:
        for each in ids:
            page = axioms_page(catalogue, session.verdict(each), session.remembered, _columns(sys.stdout))
            click.echo("\n".join(page))
    return MET


@cli.command()
@click.argument("targets", nargs=-1, metavar="[DIR|FILE|CLAIM]...")
def check(targets: tuple[str, ...]) -> int:
    """Replay certificates in a fresh process that has neither SymPy nor any search code."""
    import os
    import subprocess

    # The modules that are found here are found there, and nothing else of the working directory (-P).
    path = os.pathsep.join(os.path.abspath(place) for place in sys.path)
    sys.stdout.flush()
    command = [sys.executable, "-P", "-m", "verify.check", *targets]
    code = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode
    return code if code >= 0 else 128 - code


@cli.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def replay(files: tuple[str, ...]) -> int:
    """Ask the kernel whether stored counterexamples still refute their claims.

    Exit code 0: all do; 1: one no longer does; 2: a file cannot be read.
    """
    from verify.catalogue import Catalogue
    from verify.report.replay import replayed

    catalogue = Catalogue.load()
    codes = []
    for file in files:
        lines, error, confirmed = replayed(catalogue, file)
        for line in lines:
            click.echo(line)
        if error:
            _complain(error)
        codes.append(USAGE if error else MET if confirmed else UNMET)
    return max(codes)


@cli.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["mermaid", "dot", "json"]),
    default="mermaid",
    show_default=True,
    help="Of the text.",
)
def graph(form: str) -> int:
    """Draw which claims need which."""
    from verify.graph import draw

    catalogue, _ = _load(())
    click.echo(draw(catalogue, form))
    return USAGE if catalogue.problems else MET


@cli.command()
@click.argument("claim", metavar="ID")
def new(claim: str) -> int:
    """Begin a conjecture: write a commented file to cases/conjectures/."""
    from verify.report.template import write_conjecture

    path = write_conjecture(claim)
    click.echo(f"{path}: written; edit it, then: theoremcheck run {path}")
    return MET


@cli.command()
@click.option(
    "--model",
    type=click.Choice(["linear", "softmax", "usa", "hardmax"]),
    required=True,
    help="usa: unnormalised softmax.",
)
@click.option(
    "--A", "A", metavar="ROWS", default="identity", show_default=True, help='"1,-1/2;0,1", identity or random.'
)
@click.option("--V", "V", metavar="ROWS", default="identity", show_default=True, help="Written as --A.")
@click.option("--beta", type=float, default=1.0, show_default=True)
@click.option("--n", type=int, help="Number of tokens.  [default: 100]")
@click.option("--dim", type=int, help="Dimension; else that of a matrix, or 2.")
@click.option("--time", type=float, default=10.0, show_default=True, help="Until when, from 0.")
@click.option("--outputs", type=int, default=201, show_default=True, help="At how many times.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of what is random.")
@click.option("--initial", default="uniform", show_default=True, help="uniform, or near:1,0;0,1 (points in turn).")
@click.option("--tokens", metavar="FILE", help="Start from .npy, from the end of a run.npz, or from text with commas.")
@click.option("--log-unit", type=float, default=0.0, help="usa: time in units of exp(-log_unit).")
@click.option("--ties", type=click.Choice(["mean", "undefined"]), default="mean", show_default=True, help="hardmax.")
@click.option("--device", default="cpu", show_default=True, help="cpu, or a device of PyTorch.")
@click.option("--rtol", type=float, default=1e-8, show_default=True, help="Relative tolerance of a step.")
@click.option("--out", metavar="FILE.npz", help="Keep times, tokens, order parameters and settings.")
@click.option("--plot", metavar="FILE.svg", help="Draw tokens and order parameters.")
def simulate(out: str | None, plot: str | None, **settings: Any) -> int:
    """Simulate self-attention of n tokens on a sphere: x_k' = P_k sum_j w_kj V x_j, w_kj from <x_k, A x_j>.

    Ctrl-C keeps what was computed. Exit code 0: the end was reached; 1: the field blew up, or the steps got stuck;
    130: Ctrl-C.
    """
    import os

    for name, file, end in (("--out", out, ".npz"), ("--plot", plot, ".svg")):
        if file is not None:
            if not file.endswith(end):
                raise click.UsageError(f"{name} {file}: the name of a file must end in {end}")
            _check_writable(file, name)
    for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):  # else small products wait for threads, and the
        os.environ.setdefault(variable, "1")  # last digits depend on how many there are
    from verify.simulate import CtrlC, Settings, prepare, save, summary
    from verify.simulate import simulate as simulate_tokens

    with CtrlC() as stop:
        prepared = prepare(Settings(**settings))
        if _columns(sys.stderr) is None:
            found = simulate_tokens(prepared, stop=stop)
        else:
            from verify.report.terminal import time_bar

            with time_bar(sys.stderr) as tell:
                found = simulate_tokens(prepared, tell, stop)
        if out is not None:
            save(found, out)
        if plot is not None:
            from verify.report.picture import draw_run

            _write(plot, draw_run(found), "--plot")
    click.echo("\n".join(summary(found)))
    if found.complete:
        return MET
    kept = f"kept in {out}" if out else "not kept (no --out)"
    many = f"{len(found.times)} of {found.settings.outputs} times, to t = {found.times[-1]:g}, are {kept}"
    _complain(f"{found.stopped}: {many}")
    return INTERRUPTED if found.stopped == "interrupted" else UNMET


@cli.command()
@click.option("--A", "A", metavar="ROWS", help='Exact entries, such as "1,-1/2;0.5,1".')
@click.option("--V", "V", metavar="ROWS", help="The same for V.")
@click.option("--beta", default="1", show_default=True, help="An exact number above 0.")
@click.option("--json", "json_file", metavar="FILE", help="Write what was found as JSON; - is standard output.")
@click.option("--plot", metavar="FILE.svg", help="Write a phase portrait on the disk, or a regime diagram.")
@click.option("--sweep", metavar="FAMILY.toml", help="Map a family of two parameters in place of one A and V.")
@click.option(
    "--certify/--no-certify",
    default=True,
    show_default=True,
    help="Seek limit cycles where none is excluded, and enclose them: up to 30 seconds instead of one.",
)
def atlas(
    A: str | None,
    V: str | None,
    beta: str,
    json_file: str | None,
    plot: str | None,
    sweep: str | None,
    certify: bool,
) -> int:
    """The phase portrait of planar linear self-attention at rational A, V: what is certain, and what is only seen.

    Simulated is only what is not certain for almost every start; it is marked as numerical. What rests on results of
    the literature names them: see `theoremcheck show`.
    """
    if json_file is not None:
        _check_writable(json_file)
    if plot is not None:
        if not plot.endswith(".svg"):
            raise click.UsageError(f"--plot {plot}: the name of a file must end in .svg")
        _check_writable(plot, "--plot")
    if sweep is not None:
        if A is not None or V is not None:
            raise click.UsageError(f"--sweep {sweep}: the file states A and V; leave --A and --V out")
        return _sweep(sweep, json_file, plot)
    for name, value in (("A", A), ("V", V)):
        if value is None:
            raise click.UsageError(f"Missing option '--{name}'")
    assert A is not None and V is not None
    from verify.atlas import atlas as atlas_of
    from verify.atlas import read_beta, read_matrix
    from verify.report.atlas import atlas_document, atlas_lines, draw_atlas

    found = atlas_of(read_matrix("A", A), read_matrix("V", V), read_beta(beta), certify)
    seen = None if found.complete else found.simulated()
    click.echo("\n".join(atlas_lines(found, seen)), err=json_file == "-")
    if json_file is not None:
        _write(json_file, atlas_document(found, seen))
    if plot is not None:
        _write(plot, draw_atlas(found, seen), "--plot")
    return MET


def _sweep(file: str, json_file: str | None, plot: str | None) -> int:
    from pathlib import Path

    from verify.report.sweep import draw_sweep, sweep_document, sweep_lines
    from verify.spell.family import load_family
    from verify.spell.text import SpellError
    from verify.sweep import sweep

    try:
        family = load_family(Path(file))
    except SpellError as error:
        _complain(str(error))
        return USAGE
    found = sweep(family)
    click.echo("\n".join(sweep_lines(found)), err=json_file == "-")
    if json_file is not None:
        _write(json_file, sweep_document(found))
    if plot is not None:
        _write(plot, draw_sweep(found), "--plot")
    return MET


@cli.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "-o", "folder", metavar="DIR", help="Where to write; with several sets, DIR/NAME.  [default: figures/NAME]"
)
@click.option("--only", multiple=True, metavar="FIGURE", help="This figure of the set; may be repeated.")
@click.option("--quick", is_flag=True, help="Coarser, in seconds.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of what is random.")
def reproduce(names: tuple[str, ...], folder: str | None, only: tuple[str, ...], quick: bool, seed: int) -> int:
    """Make a set of figures again: pictures, the numbers behind them, and captions. Without a name: list the sets.

    Ctrl-C keeps the figures that are done. Exit code 0: all were made; 130: Ctrl-C.
    """
    import os

    from verify.reproduce import find, sets

    if not names:
        for each in sets():
            click.echo(f"{each.name}  {each.about}; a full run takes about {each.minutes} minutes")
        return MET
    for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):  # else the last digits depend on how many there are
        os.environ.setdefault(variable, "1")
    wanted = [find(name) for name in dict.fromkeys(names)]
    from verify.reproduce.making import make

    for each in wanted:
        place = folder if folder and len(wanted) == 1 else os.path.join(folder or "figures", each.name)
        made = make(each, place, only=only, quick=quick, seed=seed, tell=_complain)
        if not made.complete:
            _complain(f"interrupted: {len(made.figures)} of {made.total} figures are in {made.folder}")
            return INTERRUPTED
        click.echo(f"{each.name}: {len(made.figures)} figures in {made.folder}; see {made.folder / 'index.md'}")
    return MET


def _load(patterns: Sequence[str]) -> tuple[Catalogue, list[str]]:
    """The catalogue, its problems told, and the ids that the patterns select."""
    from verify.catalogue import Catalogue

    catalogue = Catalogue.load(patterns)
    for problem in catalogue.problems:
        _complain(problem)
    return catalogue, catalogue.select(patterns)


def _complain(text: str) -> None:
    click.echo(text, err=True)


def _interrupted(stop: KeyboardInterrupt, done: int, total: int) -> int:
    """Say in one line how far it came: how many verdicts are kept, or how many claims were told."""
    from verify.run import Interrupted

    told = f"interrupted: {done} of {total} claims are told above; nothing was changed"
    _complain(str(stop) if isinstance(stop, Interrupted) else told)
    return INTERRUPTED


def _columns(stream: IO[str] | None) -> int | None:
    """The width of a terminal, None where `stream` is something else, or closed."""
    import os
    import shutil

    if stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        return None
    return shutil.get_terminal_size().columns


def _check_writable(file: str, option: str = "--json") -> None:
    """Refuse before the work what could not be written after it."""
    import os
    from pathlib import Path

    path = Path(file)
    place = path if path.exists() else path.parent
    if file != "-" and (path.is_dir() or not path.parent.is_dir() or not os.access(place, os.W_OK)):
        raise click.UsageError(f"{option} {file}: not a file that can be written; name one in a folder that exists")


def _write(file: str, text: str, option: str = "--json") -> None:
    from pathlib import Path

    if file == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{option} {file}: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Every error is one line on standard error."""
    try:
        found = cli.main(args=arguments, prog_name="theoremcheck", standalone_mode=False)
        return found if isinstance(found, int) else MET
    except click.exceptions.NoArgsIsHelpError as error:
        _complain(error.format_message())
        return USAGE
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        help_ = f"; see {context.command_path} --help" if context else ""
        _complain(f"{' '.join(error.format_message().split()).rstrip('.')}{help_}")
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return INTERRUPTED
    except Exception as error:
        from verify.catalogue import UsageError

        if not isinstance(error, UsageError):
            raise
        _complain(str(error))
        return USAGE


if __name__ == "__main__":
    sys.exit(main())
