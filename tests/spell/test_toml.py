"""Conjecture files: what they say, and the one line with which everything else is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import I, abs2, det, dot, eq, eye, ge, gt, im, le, ne, tr
from verify.attention import linear
from verify.claim import All, AlmostEvery, Conserved, Eventually, Every, Evolves, Identity, Inequality
from verify.conclusions import Bound, Equilibria, Exists, Scaling
from verify.judge import judge
from verify.kernel.proof import Refused, prove, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import number
from verify.prove.argument import steps_of
from verify.spell.domain import DOMAINS, parse_domain
from verify.spell.text import SpellError
from verify.spell.toml import load_claim, loads_claim
from verify.verdict import Status

CASES = Path(__file__).parents[2] / "cases"

BASE = """
schema = 1
id = "linear.test"
title = "T"
source = "arXiv 2607.18584, Case 4"
[space]
a = "real(window=3)"
b = "real"
w = "disk"
A = "matrices(2, 2)"
x = "sphere(2)"
[given]
ordered = "0 < a < b"
[flow]
model = "linear.ott-antonsen"
A = [["1", 0], ["0", "1"]]
V = [["a", "b"], ["-b", "-a"]]
[shows]
"""


def spell(shows: str, base: str = BASE, kind: str = "conjecture"):
    return loads_claim(base + shows, "f.toml", kind)


def refused(text: str, *words: str) -> str:
    with pytest.raises(SpellError) as caught:
        loads_claim(text, "f.toml", "conjecture")
    line = str(caught.value)
    assert line.startswith("f.toml: ") and "\n" not in line and line.isprintable(), line
    for word in words:
        assert word in line, line
    return line


# what a file says


def test_a_file_says_what_the_same_claim_in_python_says():
    claim = spell('conserved = "(b*(1+abs2(w)) + 2*a*im(w)) / (1-abs2(w))**2"')
    a, b, w, *_ = claim.space.symbols
    flow = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], at=w)
    assert isinstance(claim.shows, Conserved) and claim.shows.along == flow
    assert claim.shows.quantity is (b * (1 + abs2(w)) + 2 * a * im(w)) / (1 - abs2(w)) ** 2
    assert claim.given == (gt(a, 0), gt(b, a))
    assert (claim.source.key, claim.source.place) == ("arXiv 2607.18584", "Case 4")
    assert (claim.kind, claim.expect, claim.seed, claim.evaluations) == ("conjecture", "open", 0, None)
    assert prove(claim.sequent, steps_of(claim), _witness(claim)).strength == "exact"


def _witness(claim):
    values = {"a": 1, "b": 2, "x1": 1, "x2": 0}
    return {sym: number(values.get(sym.payload[0], 0)) for sym in claim.space.scalars}


@pytest.mark.parametrize(
    ("shows", "kind"),
    [
        ('claim = "a == b"', Identity),
        ('claim = "a*tr(A) >= det(A) - norm2(A)"', Inequality),
        ('claim = "dot(x, A*x) == A11*x1**2 + (A[0, 1] + A21)*x[0]*x[1] + A22*x2**2"', Identity),
        ('claim = "0 < a < b"', All),
        ('evolves = "abs2(w)"\nrate = "2*re(conj(w)*rate(w))"', Evolves),
        ('eventually = "cluster"\nstart = "almost every"', Eventually),
        ('eventually = "periodic"\nstart = "every"\nexcept = ["w == 0", "a == 0 or b == 0"]', Eventually),
        ('eventually = "abs2(w)"\nto = 1\nstart = "almost every"', Eventually),
        ('bound = "abs2(w) <= a"\nfrom = ["w == 0"]\nwhile = ["a > 0 and b > 0"]\ninputs = ["A"]', Bound),
    ],
)
def test_every_kind_of_conclusion(shows, kind):
    assert isinstance(spell(shows).shows, kind)


@pytest.mark.parametrize(
    ("claim", "advice"),
    [
        ("Sum(a, b) < 2", "write the terms out"),
        ("factorial(a) < 2", "from n to n + 1"),
        ("floor(a) <= a", "k <= x < k + 1"),
        ("a % 4 != 3", "n == m*k + r"),
        ("acos(a) >= 0", "pi/2 - asin(x)"),
        ("trace(A) >= 0", "tr(A)"),
        ("norm(x) >= 0", "sqrt(norm2(x))"),
        ("sign(a)*a >= 0", "x/abs(x)"),
        ("a > 0 implies b > 0", "under [given]"),
        ("transpose(x)*A*x >= 0", "dot(x, A*x)"),
    ],
)
def test_what_strangers_write_is_answered_by_what_to_write(claim, advice):
    refused(BASE + f'claim = "{claim}"', "shows.claim", advice)


@pytest.mark.parametrize(
    ("domain", "advice"),
    [
        ("R", "write real"),
        ("integer", "write natural"),
        ("vector(3)", "matrices(3, 1)"),
        ("rational", "p/q"),
        ("interval(0, pi)", "x <= pi"),
        ("interval(0, inf)", "under [given]"),
    ],
)
def test_what_strangers_write_for_domains(domain, advice):
    refused(BASE.replace('b = "real"', f'b = "{domain}"') + 'claim = "a > 0"', "space.b", advice)


def test_starts_and_exceptions():
    every = spell('eventually = "point"\nstart = "every"\nexcept = ["w == 0", "a == 0 or b == 0"]').shows
    assert isinstance(every.start, Every) and len(every.start.except_) == 3
    assert isinstance(spell('eventually = "point"\nstart = "almost every"').shows.start, AlmostEvery)
    refused(BASE + 'eventually = "point"', "shows.start", "found nothing", "write start")


@pytest.mark.parametrize(
    ("target", "limit", "circular"),
    [("cos(s)", "1", True), ("abs2(exp(I*s) + exp(-I*s))", "4", True), ("a*s", "0", False), ("sin(s/2)", "0", False)],
)
def test_a_limit_on_the_circle_does_not_tell_an_angle_from_the_same_one(target, limit, circular):
    # s' = -sin s: read on the line, s -> 0 falls to the sink 2 pi, which on the circle is 0 itself
    base = BASE.replace("[given]", 's = "circle"\n[given]')
    shows = f'eventually = "{target}"\nto = "{limit}"\nstart = "almost every"'
    if circular:
        assert isinstance(spell(shows, base).shows, Eventually)
    else:
        refused(base + shows, "shows.eventually", "grows by 2 pi", "write cos(s)")
    assert isinstance(spell(shows, base.replace('s = "circle"', 's = "real"')).shows, Eventually)


def test_starts_of_their_own():
    start = spell('eventually = "point"\nstart = "every"\nwhere = ["re(w) >= 0", "0 < im(w) < a"]').shows.start
    assert (
        isinstance(start, Every)
        and start.except_ == ()
        and [str(each) for each in start.where]
        == [
            *("re(w) >= 0", "im(w) > 0", "a > im(w)"),
        ]
    )


def test_a_bound_says_what_it_says_in_python():
    shows = 'bound = "abs2(w) <= a"\nfrom = ["w == 0", "a > b"]\nwhile = ["b >= 0"]\ninputs = ["A", "b"]'
    base = BASE.replace("0 < a < b", "0 < a")
    claim = spell(shows, base.replace('V = [["a", "b"], ["-b", "-a"]]', 'V = "A"'))
    a, b, w, A, x = claim.space.symbols
    flow = linear.on_ott_antonsen(eye(2), A, at=w)
    wanted = Bound(le(abs2(w), a), flow, start=(eq(w, 0), gt(a, b)), during=(ge(b, 0),), inputs=(*A.entries(), b))
    assert claim.shows == wanted


def test_powers_and_transposes_of_matrices():
    claim = spell('claim = "tr((A + transpose(A))**3) == tr(A*transpose(A)) + dot(x, A**2*x) - det(A**1)"')
    a, b, w, A, x = claim.space.symbols
    twice = A + A.T
    assert claim.shows.left is tr(twice * twice * twice)
    assert claim.shows.right is tr(A * A.T) + dot(x, A * A * x) - det(A)
    assert spell('claim = "tr(A)**2 == b**a"').shows.right is b**a


def test_dot_expands():
    claim = spell('claim = "dot(x, A*x) == A11*x1**2 + (A[0, 1] + A21)*x[0]*x[1] + A22*x2**2"')
    assert prove(claim.sequent, steps_of(claim), _witness(claim)).strength == "exact"


def test_rate_is_the_derivative_along_the_flow_and_keeps_what_is_undefined():
    claim = spell('claim = "rate(a/b) == 0"', BASE.replace("0 < a < b", "b > 0"))
    undefined = {**_witness(claim), next(s for s in claim.space.scalars if s.payload[0] == "b"): number(0)}
    base = BASE.replace('ordered = "0 < a < b"', "")
    free = spell('claim = "rate(a/b) == 0"', base)
    with pytest.raises(Refused, match="b != 0"):
        prove(free.sequent, steps_of(free), undefined)
    assert prove(claim.sequent, steps_of(claim), _witness(claim)).strength == "exact"


def test_explicit_rates_of_numbers_and_vectors():
    base = BASE[: BASE.index("[flow]")] + '[flow.rates]\nw = "I*w"\nx = ["-x2", "x1"]\n[shows]\n'
    claim = spell('conserved = "abs2(w) + norm2(x)*x1**2 - x1**2 + x1**2 + x2**2"', base)
    a, b, w, A, x = claim.space.symbols
    assert claim.shows.along.rates == ((w, I * w), (x[0], -x[1]), (x[1], x[0]))


def test_model_takes_a_matrix_by_name_and_beta():
    base = BASE.replace('A = [["1", 0], ["0", "1"]]', 'A = "-A/2"\nbeta = "a"\nstate = "w"')
    claim = spell('eventually = "cluster"\nstart = "almost every"', base)
    a, b, w, A, x = claim.space.symbols
    assert claim.shows.along == linear.on_ott_antonsen(-A / 2, [[a, b], [-b, -a]], at=w, beta=a)


def test_mutants_have_the_shape_of_shows():
    claim = spell('conserved = "(b*(1+abs2(w)) + 2*a*im(w)) / (1-abs2(w))**2"\n[mutants.sign]\nconserved = "a*abs2(w)"')
    assert isinstance(claim.mutants["sign"], Conserved)
    assert claim.mutant("sign").id == "linear.test.mutant-sign"


def test_attack_and_source_table():
    base = BASE.replace('source = "arXiv 2607.18584, Case 4"', "")
    claim = spell(
        'claim = "a < b"\n[attack]\nevaluations = 200_000\nseed = 7\n[source]\nkey = "K"\nplace = "p. 3"', base
    )
    assert (claim.evaluations, claim.seed, str(claim.source)) == (200_000, 7, "K, p. 3")


def test_or_and_chains_in_hypotheses():
    claim = spell('claim = "a == a"', BASE.replace('"0 < a < b"', '"tr(A) >= 0 or det(A) <= 0"'))
    assert isinstance(claim.given[0], AnyOf)


# the files of cases/


CLAIM_FILES = sorted(path for path in CASES.glob("**/*.toml") if path.parent.name != "counterexamples")


@pytest.mark.parametrize("path", CLAIM_FILES, ids=lambda p: p.stem)
def test_the_files_of_cases_can_be_read(path):
    claim = load_claim(path, {"lies": "lie", "bank": "bank"}.get(path.parent.name, "conjecture"))
    assert claim.kind != "lie" or claim.expect == "refuted"


def test_the_saddle_of_a_definite_key_is_exact():
    claim = load_claim(CASES / "conjectures/definite-key-one-equilibrium-unconditional.toml", "conjecture")
    at = ("11/12", "-8/9", "4/9", 1, -1)
    B, x, y, c, k = (number(value) if isinstance(value, int) else _fraction(value) for value in at)
    point = dict(zip(claim.space.scalars, (B, x + I * y, c, k), strict=True))
    assert refute(claim.sequent, "main", "point", point).strength == "exact"
    narrow = load_claim(CASES / "conjectures/definite-key-beyond.toml", "conjecture")
    with pytest.raises(Refused, match="does not certainly satisfy"):
        refute(narrow.sequent, "main", "point", point)


def _fraction(text):
    from fractions import Fraction

    return number(Fraction(text))


# what is refused, and how

GOOD = BASE + 'claim = "a < b"\n'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("schema = 1", "schema = 2", ["schema", "found 2", "expected 1"]),
        ("schema = 1", "schema = true", ["schema", "found true"]),
        ('id = "linear.test"', 'id = "no dots"', ["id", "lower-case words with dots"]),
        ('id = "linear.test"', "", ["id", "found nothing"]),
        ('title = "T"', "title = 3", ["title", "found 3, expected text"]),
        ('title = "T"', "titel = 3", ["titel", "did you mean title?"]),
        ('title = "T"', 'expect = "prooved"', ["expect", "'prooved'", "did you mean proved?"]),
        ('title = "T"', 'rests_on = "x"', ["rests_on", "expected a list"]),
        ('title = "T"', 'title = "a\\u0007b"', ["title", "cannot be printed"]),
        ('title = "T"', 'quotation = "' + "q" * 6000 + '"', ["quotation", "6000 characters"]),
        ('"real(window=3)"', '"reel"', ["space.a", "did you mean real?"]),
        ('"real(window=3)"', '"real(wnidow=3)"', ["space.a", "wnidow", "window"]),
        ('"real(window=3)"', '"interval(1, -1)"', ["space.a", "is empty"]),
        ('"real(window=3)"', '"interval(1, 1, open=true)"', ["space.a", "is empty"]),
        ('"real(window=3)"', '"interval(1)"', ["space.a", "interval(-1, 1)"]),
        ('"real(window=3)"', '"real(window=-1)"', ["space.a", "positive"]),
        ('"real(window=3)"', '"natural(1/2)"', ["space.a", "expected an integer"]),
        ('"real(window=3)"', '"real(window=1e400000000)"', ["space.a", "rational"]),
        ('"real(window=3)"', "\"__import__('os')\"", ["space.a", "__import__"]),
        ('"real(window=3)"', "3", ["space.a", "expected text"]),
        ('a = "real(window=3)"', 'rate = "real"', ["space.rate", "belongs to the language"]),
        ('a = "real(window=3)"', 'a__b = "real"', ["space.a__b", "not allowed"]),
        ('a = "real(window=3)"', '"a b" = "real"', ["space.'a b'", "not allowed"]),
        ('a = "real(window=3)"', 'A11 = "real"', ["space", "A11", "rename"]),
        ("0 < a < b", "0 < a < c", ["given.ordered", "column 9", "unknown name 'c'"]),
        ("0 < a < b", "9**9**9 > a", ["given.ordered", "exponent"]),
        ("0 < a < b", "1e400000000 > a", ["given.ordered", "power of ten"]),
        ("0 < a < b", "__import__ > a", ["given.ordered", "__import__"]),
        ("0 < a < b", "w > a", ["given.ordered", "not real"]),
        ("0 < a < b", "rate(a) > 0 and rate(A) > 0", ["given.ordered", "rate takes one expression"]),
        ('ordered = "0 < a < b"', "ordered = 3", ["given.ordered", "found 3"]),
        ('"linear.ott-antonsen"', '"linear.ott-anton"', ["flow.model", "did you mean linear.ott-antonsen?"]),
        ('A = [["1", 0], ["0", "1"]]', 'A = [["1", 0.5], ["0", "1"]]', ["flow.A", "float 0.5", 'write "0.5"']),
        ('A = [["1", 0], ["0", "1"]]', 'A = [["1", true], ["0", "1"]]', ["flow.A", "found true"]),
        ('A = [["1", 0], ["0", "1"]]', 'A = [["1"]]', ["flow.A", "2 x 2"]),
        ('A = [["1", 0], ["0", "1"]]', 'A = "a"', ["flow.A", "2 x 2"]),
        ('A = [["1", 0], ["0", "1"]]', "", ["flow.A", "found nothing"]),
        ('A = [["1", 0], ["0", "1"]]', 'A = "A"\nstate = "a"', ["flow.state", "complex"]),
        ('w = "disk"', 'w = "disk"\nu = "disk"', ["flow.state", "found 2 disk symbols"]),
        ('model = "linear.ott-antonsen"', "", ["flow", "neither model nor rates"]),
        ('claim = "a < b"', 'claim = "a < b"\nconserved = "a"', ["shows", "claim and conserved", "keep one"]),
        ('claim = "a < b"', 'clam = "a < b"', ["shows.clam", "did you mean claim?"]),
        ('claim = "a < b"', "", ["shows", "found none"]),
        ('claim = "a < b"', 'claim = "a"', ["shows.claim", "expected a relation"]),
        ('claim = "a < b"', 'claim = "a < b or b < a"', ["shows.claim", "alternative"]),
        ('claim = "a < b"', 'claim = "tr(a) < b"', ["shows.claim", "tr takes a matrix"]),
        ('claim = "a < b"', 'claim = "trace(A) < b"', ["shows.claim", "'trace'"]),
        ('claim = "a < b"', 'claim = "transpose(A) < b"', ["shows.claim", "not a number", "tr, det or norm2"]),
        ('claim = "a < b"', 'claim = "tr(transpose(a)) < b"', ["shows.claim", "transpose takes a matrix"]),
        ('claim = "a < b"', 'claim = "tr(A**0) < b"', ["shows.claim", "exponent", "from 1 to 16"]),
        ('claim = "a < b"', 'claim = "tr(A**17) < b"', ["shows.claim", "exponent", "from 1 to 16"]),
        ('claim = "a < b"', 'claim = "tr(A**a) < b"', ["shows.claim", "exponent", "from 1 to 16"]),
        ('claim = "a < b"', 'claim = "tr(A**1.0) < b"', ["shows.claim", "exponent", "from 1 to 16"]),
        ('claim = "a < b"', 'claim = "dot(x, x**2) < b"', ["shows.claim", "multiply shapes"]),
        ('claim = "a < b"', 'claim = "A**2 < b"', ["shows.claim", "not a number"]),
        ('claim = "a < b"', 'bound = "a < b < 3"', ["shows.bound", "expected one"]),
        ('claim = "a < b"', 'bound = "a == b"', ["shows", "a bound is one of"]),
        ('claim = "a < b"', 'bound = "a < b"\nfrom = "a == 0"', ["shows.from", "expected a list"]),
        ('claim = "a < b"', 'bound = "a < b"\nwhile = ["c > 0"]', ["shows.while", "'c'"]),
        ('claim = "a < b"', 'bound = "a < b"\ninputs = ["c"]', ["shows.inputs", "'c'", "expected a symbol"]),
        ('claim = "a < b"', 'bound = "a < b"\ninputs = ["w"]', ["shows", "an input is a symbol that is no state"]),
        (
            'claim = "a < b"',
            'eventually = "point"\nstart = "almost every"\nwhere = ["a > 0"]',
            ["shows.where", 'start = "every"'],
        ),
        (
            'claim = "a < b"',
            'eventually = "point"\nstart = "every"\nwhere = ["a > 0 or b > 0"]',
            ["shows.where", "alternative"],
        ),
        ('claim = "a < b"', 'evolves = "a"', ["shows.rate", "found nothing"]),
        ('claim = "a < b"', 'exists = "a == 2"\nof = ["a"]', ["given.ordered", "found a, which is said", "move it"]),
        (
            'claim = "a < b"',
            'claim = "abs2(w)**(1/1009) < b"',
            ["shows.claim", "denominator of at most 1000", "exp(k*log(x))"],
        ),
        ('claim = "a < b"', 'scaling = "laplace-smoth"', ["shows.scaling", "did you mean laplace-smooth?"]),
        ('claim = "a < b"', 'scaling = "deviation"', ["shows.exponent", "found nothing", 'exponent = "-1/2"']),
        ('claim = "a < b"', 'scaling = "deviation"\nexponent = -0.5', ["shows.exponent", "float -0.5"]),
        ('claim = "a < b"', 'scaling = "deviation"\nexponent = "a"', ["shows.exponent", "expected a rational"]),
        ('claim = "a < b"', 'scaling = "deviation"\nexponent = "sqrt(2)"', ["shows.exponent", "expected a rational"]),
        ('claim = "a < b"', 'scaling = "deviation"\nexponent = 1\nwithin = 0', ["shows.within", "found 0", "positive"]),
        ('claim = "a < b"', 'scaling = "deviation"\nexponent = 1\nwithn = 1', ["shows.withn", "did you mean within?"]),
        ('claim = "a < b"', 'claim = "a < b"\nexponent = 1', ["shows.exponent", "unknown key"]),
        (
            'claim = "a < b"',
            'eventually = "clusters"\nstart = "every"',
            ["shows.eventually", "cluster, periodic, point"],
        ),
        ('claim = "a < b"', 'eventually = "cluster"\nstart = "each"', ["shows.start", "'each'"]),
        (
            'claim = "a < b"',
            'eventually = "cluster"\nstart = "almost every"\nexcept = ["w == 0"]',
            ["shows.except", "start"],
        ),
        ('claim = "a < b"', 'eventually = "cluster"\nto = 1\nstart = "every"', ["shows.to", "remove"]),
        ('claim = "a < b"', 'claim = "a < b"\n[attack]\nevaluations = 1.5', ["attack.evaluations", "float 1.5"]),
        ('claim = "a < b"', 'claim = "a < b"\n[attack]\nseed = -1', ["attack.seed", "found -1"]),
        ('claim = "a < b"', 'claim = "a < b"\n[mutants.Sign]\nclaim = "a"', ["mutants", "'Sign'"]),
        ('claim = "a < b"', 'claim = "a < b"\n[mutants.sign]\nclaim = "c < a"', ["mutants.sign.claim", "'c'"]),
        ('claim = "a < b"', "claim = " + "[" * 2000, ["nested too deeply"]),
        ('claim = "a < b"', "claim = " + "9" * 5000, ["no valid TOML"]),
        ('claim = "a < b"', "claim = 0x" + "f" * 5000, ["shows.claim", "very large integer"]),
        ('claim = "a < b"', "claim = 1979-05-27", ["shows.claim", "a date"]),
        ('claim = "a < b"', "a" + ".a" * 30_000 + " = 1", ["dots"]),
        ('claim = "a < b"', "claim = ", ["no valid TOML", "line"]),
    ],
)
def test_one_line_names_the_key_and_the_fix(old, new, words):
    assert old in GOOD
    began = time.perf_counter()
    refused(GOOD.replace(old, new, 1), *words)
    assert time.perf_counter() - began < 1


def test_work_is_bounded_before_it_is_done():
    big = GOOD.replace('"real(window=3)"', '"real"').replace('"matrices(2, 2)"', '"matrices(9, 9)"')
    began = time.process_time()
    refused(big.replace("a < b", "det(A) < b"), "det takes matrices up to 6")
    refused(big.replace("a < b", "tr(" + "*".join(["A"] * 100) + ") < b"), "matrix arithmetic")
    refused(big.replace("a < b", "tr(A**16) < b"), "matrix arithmetic")
    product = "*".join(f"(w+{k})" for k in range(1, 1000))
    refused(GOOD.replace("a < b", f"rate({product}) == 0"), "derivative", "split")
    nested = "rate(" * 20 + "w*w*w*w" + ")" * 20
    refused(GOOD.replace("a < b", f"{nested} == 0"), "derivative")
    refused(GOOD.replace('"matrices(2, 2)"', "'matrices(9, kind=\"definite\")'"), "space.A", "at most 5")
    assert time.process_time() - began < 3


# what is not even a small text file


def test_files_that_are_no_small_text(tmp_path):
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * 10_000_000)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('title = "Poincaré"'.encode("latin-1"))
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    cases = {huge: "found 10000000 bytes", latin: "expected UTF-8", pipe: "regular file", tmp_path: "regular file"}
    cases[tmp_path / "none.toml"] = "regular file"
    cases[tmp_path / ("n" * 300)] = "cannot be read"
    for path, words in cases.items():
        began = time.perf_counter()
        with pytest.raises(SpellError, match=words) as caught:
            load_claim(path, "lie")
        assert "\n" not in str(caught.value)
        assert time.perf_counter() - began < 1


def test_a_byte_order_mark_is_harmless(tmp_path):
    path = tmp_path / "bom.toml"
    path.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert load_claim(path, "lie").id == "linear.test"


def test_nothing_heavy_is_imported():
    path = str(CASES / "lies/case3-sign.toml")
    code = f"""
import sys
from pathlib import Path
from verify.spell.toml import load_claim
load_claim(Path({path!r}), "lie")
print([name for name in ("sympy", "numpy", "scipy", "torch", "mpmath") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# anything at all


def _anything(text: str) -> None:
    try:
        loads_claim(text, "f.toml", "conjecture")
    except SpellError as error:
        assert "\n" not in str(error) and str(error).isprintable()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    try:
        load_claim(path, "lie")
    except SpellError as error:
        assert "\n" not in str(error) and str(error).isprintable()


_SCALARS = st.one_of(
    st.sampled_from(
        ["a", "a < b", "w == 0", "tr(A)", "A", "cluster", "every", "disk", "real", "linear.x", "rate(w)", "x"]
    ),
    st.text(max_size=12),
    st.integers(-3, 300),
    st.booleans(),
    st.floats(),
    st.dates(),
)


def _tables(inner):
    names = st.sampled_from(
        "schema id title source space given flow shows attack mutants model rates A V state claim conserved evolves "
        "rate eventually to start except evaluations seed w x a b".split()
    )
    return st.dictionaries(names | st.text(max_size=5), inner, max_size=4)


_VALUES = st.recursive(_SCALARS, lambda inner: st.lists(inner, max_size=3) | _tables(inner), max_leaves=6)


def _toml(value) -> str:
    import json

    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["title", "source", "space", "given", "flow", "shows", "attack", "mutants", "rests_on", "id"]),
    _VALUES,
)
def test_any_value_anywhere(key, value):
    table = {
        "schema": 1,
        "id": "a.b",
        "space": {"a": "real", "b": "positive", "w": "disk", "A": "matrices(2, 2)", "x": "sphere(2)"},
        "flow": {"model": "linear.ott-antonsen", "A": "A", "V": [["1", "0"], ["0", "1"]]},
        "shows": {"eventually": "cluster", "start": "every"},
        key: value,
    }
    _anything("\n".join(f"{name} = {_toml(each)}" for name, each in table.items()))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(max_size=6))
def test_any_edit_of_a_good_file(at, removed, added):
    _anything(GOOD[:at] + added + GOOD[at + removed :])


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="realdiskintvmcx()=,.-/0123e'\" _wjpoé\n", max_size=30) | st.sampled_from(sorted(DOMAINS)))
def test_any_domain(text):
    try:
        parse_domain(text)
    except SpellError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("constructor", DOMAINS.values(), ids=list(DOMAINS))
def test_the_example_of_every_domain_is_one(constructor):
    assert isinstance(parse_domain(constructor.example), constructor.make)


def test_ne_is_kept():
    claim = spell('claim = "w != 0"')
    assert claim.sequent.goals[0][1].relation == ne(claim.space.symbols[2], 0)
    assert isinstance(claim.sequent.goals[0][1].relation, Relation)


@pytest.mark.parametrize("text", ["interval(1, -1)", "real(window=0)", "sphere(1)", "matrices(2, 3, kind='symmetric')"])
def test_a_domain_that_cannot_be_is_refused_by_its_text(text):
    with pytest.raises(SpellError, match="found"):
        parse_domain(text)


def test_a_strange_file_name_cannot_colour_the_terminal(tmp_path):
    path = tmp_path / "a\x1b[31m\nb.toml"
    path.write_text("x = ")
    with pytest.raises(SpellError) as caught:
        load_claim(path, "lie")
    assert str(caught.value).isprintable()


# existence and numbers of equilibria


def test_existence_of_named_unknowns():
    claim = spell('exists = ["a**2 == b", "w == 0"]\nof = ["a", "w"]\nfor = ["b"]', BASE.replace("0 < a < b", "0 < b"))
    assert isinstance(claim.shows, Exists)
    assert [str(each) for each in claim.shows.of] == ["a", "w"]
    assert [str(each) for each in claim.shows.relations] == ["a**2 == b", "w == 0"]
    refused(BASE + 'exists = "a == 1"', "shows.of", "expected the symbols that exist")
    refused(BASE + 'exists = "a == 1"\nof = ["v"]', "shows.of", "'v'")
    refused(BASE + 'exists = "a == 1"\nof = "a"', "shows.of", "list")


def test_equilibria_along_the_flow():
    claim = spell('equilibria = ["source", "any"]')
    assert isinstance(claim.shows, Equilibria)
    assert claim.shows.are == ("source", "any")
    refused(BASE + 'equilibria = ["centre"]', "centre", "sink, source, saddle")
    refused(BASE.replace("[flow]", "[attack]\nseed = 1\n[spare]") + "equilibria = []", "spare")


@pytest.mark.parametrize(
    ("shows", "wanted"),
    [
        ('scaling = "deviation"\nexponent = "-1/2"\nwithin = "1/10"', Scaling("deviation", "-1/2", "1/10")),
        ('scaling = "deviation"\nexponent = -1', Scaling("deviation", -1)),
    ],
)
def test_a_scaling_says_what_it_says_in_python(shows, wanted):
    assert spell(shows).shows == wanted


@pytest.mark.parametrize("expect", ["proved", "refuted"])
def test_a_scaling_in_a_file_is_supported_and_meets_no_other_expectation(expect, tmp_path):
    """Its fit is measured (a second), and neither a proof nor a refutation comes of it."""
    base = BASE.replace('title = "T"', f'title = "T"\nexpect = "{expect}"')
    for exponent, supported in (("-1", True), ("-1/2", False)):
        claim = spell(f'scaling = "laplace-smooth"\nexponent = "{exponent}"', base)
        found = judge(
            claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path, search=True
        )
        assert found.status is Status.UNDECIDED and found.supported is supported
        assert found.certificate is None and not found.meets_expectation


def test_a_witness_is_found_and_proves_an_existence():
    text = """
schema = 1
id = "number.root"
title = "T"
source = "own"
[space]
x = "real"
y = "interval({})"
[shows]
exists = ["x**2 == 2", "x > y"]
of = ["x", "y"]
"""
    claim = loads_claim(text.format("0, 1"), "f.toml", "conjecture")
    point = {sym: number(0) for sym in claim.space.scalars}
    steps = steps_of(claim)
    assert [step.rule for step in steps["main"]][-1] == "witness"
    prove(claim.sequent, steps, point)
    with pytest.raises(Refused):
        other = loads_claim(text.format("5, 6"), "f.toml", "conjecture")
        prove(other.sequent, steps_of(other), {**point, other.space.scalars[1]: number(5)})
