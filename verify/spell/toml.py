"""TOML to a Claim: the door through which a conjecture file of cases/ enters.

Every refusal is one `SpellError` of one line that names the file and the key, what was found, what was expected and
what to do; nothing else is raised, whatever the bytes. Text becomes Terms through `verify.spell.text` alone, and every
size is bounded before anything is computed.
"""

from __future__ import annotations

import keyword
import re as regex
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.attention import linear, tokens
from verify.claim import (
    EXPECTATIONS,
    All,
    AlmostEvery,
    Claim,
    ClaimError,
    Conclusion,
    Conserved,
    Eventually,
    Every,
    Evolves,
    Identity,
    Inequality,
    Rating,
    Source,
)
from verify.conclusions import Bound, Equilibria, Exists, Scaling
from verify.kernel.lie import Flow
from verify.kernel.relation import OPS, AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, postorder
from verify.linalg import Matrix, det, dot, norm2, tr
from verify.space import Circle, Disk, Space, SpaceError
from verify.spell.angles import changing, changing_in
from verify.spell.domain import parse_domain
from verify.spell.readings import CONTRARY, clock, odd_root
from verify.spell.sheet import MAX_LINE, Sheet, nearest, parse, read, shown, shown_key
from verify.spell.text import RESERVED, SpellError, parse_relation, parse_relations, parse_term, parse_value

__all__ = ["load_claim", "loads_claim"]

MAX_SYMBOLS = 64
MAX_QUOTATION = 5_000
MAX_DETERMINANT = 6  # expanded along rows: n! products
MAX_SLOPES = 200_000  # products in the derivatives of one file, estimated before they are taken
MAX_EVALUATIONS = 10**9

_KEYS = ("schema", "id", "title", "source", "quotation", "expect", "rests_on", "space", "given", "flow", "shows")
_MORE_KEYS = ("attack", "mutants", "bank")
_SHOWS = {
    "claim": (),
    "conserved": (),
    "evolves": ("rate",),
    "bound": ("from", "while", "inputs"),
    "eventually": ("to", "start", "except", "where"),
    "equilibria": (),
    "exists": ("of", "for"),
    "scaling": ("exponent", "within"),
}
_NAMED_TARGETS = ("cluster", "periodic", "point")
_MODELS: dict[str, Callable[[Matrix, Matrix, Term, Term], Flow]] = {"linear.ott-antonsen": linear.on_ott_antonsen}
_TOKENS: dict[str, Callable[..., Flow]] = {
    "linear.tokens": tokens.linear,
    "softmax.tokens": tokens.softmax,
    "usa.tokens": tokens.usa,
    "hardmax.tokens": tokens.hardmax,
}
MAX_TOKENS = 16
_HELD = ("given.", "shows.from", "shows.while", "shows.where", "shows.exists")
"""Keys of what holds, or is asked for; the conclusion itself is neither."""
_MUTANT = regex.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def load_claim(path: Path, kind: str) -> Claim:
    """The claim of a conjecture file.

    Args:
        path: a regular file of at most 100,000 bytes of UTF-8.
        kind: conjecture, lie or bank; what the file's folder says.

    Raises:
        SpellError: one line, "FILE: KEY: ...".
    """
    return loads_claim(read(path), str(path), kind)


def loads_claim(text: str, name: str, kind: str) -> Claim:
    """The claim that the text of a conjecture file states; `name` stands in front of every error.

    Raises:
        SpellError: one line, "NAME: KEY: ...".
    """
    return Reader(name, parse(text, name)).claim(kind)


class Reader(Sheet):
    """One file: its name, its tables, and what its expressions may speak of."""

    def __init__(self, name: str, tree: dict[str, Any]) -> None:
        super().__init__(name, tree)
        self.space: Space
        self.flow: Flow | None = None
        self.names: dict[str, Any] = {}
        self._slopes = 0
        self._read: list[tuple[str, Term | Relation | AnyOf]] = []
        self.functions: dict[str, Callable[..., Any]] = {
            "tr": _of_matrices("tr", tr, 1),
            "det": _of_matrices("det", _small_det, 1),
            "dot": _of_matrices("dot", dot, 2),
            "norm2": _of_matrices("norm2", norm2, 1),
            "transpose": _of_matrices("transpose", lambda value: value.T, 1),
            "rate": self._rate,
        }

    # text to Terms

    def term(self, value: Any, key: str) -> Term:
        try:
            found = parse_term(self.spelled(value, key), self.names, self.functions)
        except SpellError as error:
            raise self._placed(error, key) from None
        self._read.append((key, found))
        return found

    def relations(self, value: Any, key: str, starts: bool = False) -> tuple[Relation | AnyOf, ...]:
        """The relations of a text; where orbits start an angle may be given, by any of its values."""
        try:
            found = parse_relations(self.text(value, key), self.names, self.functions)
        except SpellError as error:
            raise self._placed(error, key) from None
        self._on_circle((each for each in found if not starts or isinstance(each, AnyOf) or each.op != "eq"), key)
        self._read.extend((key, each) for each in found)
        return found

    def matrix(self, value: Any, key: str) -> Matrix:
        if isinstance(value, list):
            rows = [
                self.items(row, key, '[["1", "0"], ["0", "1"]]')
                for row in self.items(value, key, '[["1", "0"], ["0", "1"]]')
            ]
            if len(rows) != 2 or any(len(row) != 2 for row in rows):
                raise self.fail(key, 'found another shape, expected 2 x 2; write [["1", "0"], ["0", "1"]]')
            return Matrix(tuple(tuple(self.term(entry, key) for entry in row) for row in rows))
        try:
            found = parse_value(self.spelled(value, key), self.names, self.functions)
        except SpellError as error:
            raise self._placed(error, key) from None
        if not isinstance(found, Matrix) or found.shape != (2, 2):
            raise self.fail(
                key, f'found {shown(value)}, expected a 2 x 2 matrix; write its name or [["1", "0"], ["0", "1"]]'
            )
        return found

    def _placed(self, error: SpellError, key: str) -> SpellError:
        prefix = f"{self.name}: {key}: "
        return error if str(error).startswith(prefix) else self.fail(key, str(error))

    def _rate(self, quantity: Any) -> Term:
        """d/dt along the flow; what is undefined in the quantity stays undefined in its rate."""
        if self.flow is None:
            raise TermError("rate(...) needs a flow; add the table [flow]")
        if not isinstance(quantity, Term):
            raise TermError("rate takes one expression; name an entry of the vector or matrix")
        self._charge(quantity)
        slope = self.flow.derivative(quantity)
        return slope if quantity.total else add(slope, mul(ZERO, quantity))

    def _charge(self, quantity: Term) -> None:
        """Bound the work of differentiating before it is done: a product of k factors has k slopes of k factors."""
        self._slopes += sum(len(node.args) ** 2 for node in postorder(quantity))
        if self._slopes > MAX_SLOPES:
            raise TermError(
                f"the derivatives would have {self._slopes} products, at most {MAX_SLOPES} are taken; split the claim"
            )

    # the tables

    def claim(self, kind: str) -> Claim:
        self.keys(self.tree, (*_KEYS, *_MORE_KEYS))
        for key in ("schema", "id", "space", "shows"):
            if key not in self.tree:
                example = {"schema": "schema = 1", "id": 'id = "linear.my-claim"'}.get(key, f"[{key}]")
                raise self.fail(key, f"found nothing, expected this key; add {example}")
        if type(self.tree["schema"]) is not int or self.tree["schema"] != 1:
            raise self.fail("schema", f"found {shown(self.tree['schema'])}, expected 1; write schema = 1")
        ident = self.text(self.tree["id"], "id", MAX_LINE)
        expect = self.line(self.tree.get("expect", ""), "expect")
        if expect not in ("", *EXPECTATIONS):
            raise self.fail(
                "expect", f"found {shown(expect)}, expected open, proved or refuted; {nearest(expect, EXPECTATIONS)}"
            )
        self._read_space()
        self._read_flow()
        given = self._given()
        attack = self.table(self.tree.get("attack", {}), "attack")
        self.keys(attack, ("evaluations", "seed"), "attack")
        evaluations = attack.get("evaluations")
        mutants = self.table(self.tree.get("mutants", {}), "mutants")
        for name in mutants:
            if not _MUTANT.fullmatch(name):
                raise self.fail(
                    "mutants", f"found the name {shown(name)}, expected lower-case words such as sign-of-b; rename it"
                )
        shows = self._conclusion(self.tree["shows"], "shows")
        if isinstance(shows, Exists):
            self._of_others(shows.of)
        if isinstance(shows, Bound | Eventually | Equilibria):
            self._of_parameters(shows, given)
        changed = {name: self._conclusion(value, f"mutants.{name}") for name, value in mutants.items()}
        self._require_one_reading()
        rests_on = [
            self.line(each, "rests_on")
            for each in self.items(self.tree.get("rests_on", []), "rests_on", '["linear.ott-antonsen"]')
        ]
        try:
            return Claim(
                id=ident,
                space=self.space,
                shows=shows,
                given=tuple(given),
                title=self.line(self.tree.get("title", ""), "title"),
                source=self._source(),
                mutants=changed,
                kind=kind,
                expect=expect,
                rests_on=tuple(rests_on),
                seed=self.whole(attack.get("seed", 0), "attack.seed", 0, 2**63 - 1),
                evaluations=None
                if evaluations is None
                else self.whole(evaluations, "attack.evaluations", 1, MAX_EVALUATIONS),
                quotation=self.text(self.tree.get("quotation", ""), "quotation", MAX_QUOTATION),
                rating=self._rating(kind),
            )
        except (ClaimError, TermError, SpaceError) as error:
            raise self.fail("id" if str(error).startswith("id ") else "claim", str(error)) from None

    def _given(self) -> list[Relation | AnyOf]:
        found: list[Relation | AnyOf] = []
        for name, value in self.table(self.tree.get("given", {}), "given").items():
            key = f"given.{shown_key(name)}"
            if name in _SHOWS or name == "except":
                raise self.fail(key, "found a key of [shows], expected a name of your own; move it, or rename it")
            if name in CONTRARY:
                raise self.fail(
                    key, "found a name that says the contrary of its relation, expected another; state what holds"
                )
            found.extend(self.relations(value, key))
        return found

    def _rating(self, kind: str) -> Rating | None:
        if ("bank" in self.tree) != (kind == "bank"):
            found, wanted = ("found nothing", "this table") if kind == "bank" else ("found a rating", "none here")
            raise self.fail("bank", f"{found}, expected {wanted}; files of cases/bank/ have [bank], and no others")
        if kind != "bank":
            return None
        table = self.table(self.tree["bank"], "bank")
        self.keys(table, ("truth", "difficulty", "reference"), "bank")
        for key, example in (("truth", '"FALSE"'), ("difficulty", "3")):
            if key not in table:
                raise self.fail(f"bank.{key}", f"found nothing, expected this key; add {key} = {example}")
        truth = self.line(table["truth"], "bank.truth")
        difficulty = self.whole(table["difficulty"], "bank.difficulty", 1, 6)
        try:
            return Rating(truth, difficulty, self.line(table.get("reference", ""), "bank.reference"))
        except ClaimError as error:
            raise self.fail("bank", str(error).removeprefix("bank: ")) from None

    def _source(self) -> Source | None:
        found = self.tree.get("source")
        if found is None:
            return None
        if isinstance(found, dict):
            self.keys(found, ("key", "title", "place"), "source")
            if "key" not in found:
                raise self.fail("source.key", 'found nothing, expected the work; write key = "arXiv 2607.18584"')
            return Source(**{name: self.line(value, f"source.{name}") for name, value in found.items()})
        key, _, place = self.line(found, "source").partition(", ")
        return Source(key, place=place)

    def _read_space(self) -> None:
        table = self.table(self.tree["space"], "space")
        if not table:
            raise self.fail("space", 'found no symbol, expected at least one; write x = "real(window=3)"')
        if len(table) > MAX_SYMBOLS:
            raise self.fail(
                "space", f"found {len(table)} symbols, expected at most {MAX_SYMBOLS}; use matrices or vectors"
            )
        domains = {}
        for name, value in table.items():
            key = f"space.{shown_key(name)}"
            if name in RESERVED or name in self.functions or keyword.iskeyword(name):
                raise self.fail(key, "found a name that belongs to the language, expected another; rename the symbol")
            try:
                domains[name] = parse_domain(self.text(value, key, MAX_LINE))
                Space(**{name: domains[name]})
            except SpellError as error:
                raise self._placed(error, key) from None
            except SpaceError as error:
                raise self.fail(key, str(error)) from None
        try:
            self.space = Space(**domains)
        except SpaceError as error:
            raise self.fail("space", str(error)) from None
        self.names = {sym.payload[0]: sym for sym in self.space.scalars} | self.space.names

    def _read_flow(self) -> None:
        if "flow" not in self.tree:
            return
        table = self.table(self.tree["flow"], "flow")
        if ("model" in table) == ("rates" in table):
            found = "both model and rates" if "model" in table else "neither model nor rates"
            raise self.fail("flow", f'{found}, expected one; write model = "linear.ott-antonsen" or [flow.rates]')
        try:
            self.flow = self._explicit(table) if "rates" in table else self._model(table)
        except TermError as error:
            raise self.fail("flow", str(error)) from None

    def _model(self, table: dict[str, Any]) -> Flow:
        name = self.line(table["model"], "flow.model")
        if name not in _MODELS and name not in _TOKENS:
            raise self.fail(
                "flow.model", f"found {shown(name)}, expected a model; {nearest(name, [*_MODELS, *_TOKENS])}"
            )
        own = ("state",) if name in _MODELS else ("n", "states")
        self.keys(table, ("model", "A", "V", *own, *(() if name == "hardmax.tokens" else ("beta",))), "flow")
        for side in ("A", "V"):
            if side not in table:
                raise self.fail(
                    f"flow.{side}", f'found nothing, expected a matrix; write {side} = [["1", "0"], ["0", "1"]]'
                )
        A, V = self.matrix(table["A"], "flow.A"), self.matrix(table["V"], "flow.V")
        for each in own[:1] if name in _TOKENS else ():
            if each in self.names and each not in table:
                raise self._unsaid(each, f"the number of tokens, such as {each} = 3; call the symbol otherwise")
        if name != "hardmax.tokens" and "beta" in self.names and "beta" not in table:
            raise self._unsaid("beta", 'what the model takes, and it would take 1; write beta = "beta"')
        scale = () if name == "hardmax.tokens" else (self.term(table.get("beta", 1), "flow.beta"),)
        states = self._angles(table) if name in _TOKENS else (self._state(table),)
        for key, found in (("A", A.entries()), ("V", V.entries()), ("beta", scale)):
            wrong = next((state for each in found for state in states if state in each.symbols), None)
            if wrong is not None:
                raise self.fail(
                    f"flow.{key}",
                    f"found {wrong}, which moves, expected constants; list the tokens under states, or rename",
                )
        return _TOKENS[name](A, V, states, *scale) if name in _TOKENS else _MODELS[name](A, V, states[0], *scale)

    def _unsaid(self, name: str, what: str) -> SpellError:
        return self.fail(f"flow.{name}", f"found nothing beside the symbol {name} of [space], expected {what}")

    def _angles(self, table: dict[str, Any]) -> tuple[Term, ...]:
        """The tokens' angles: those listed as `states`, or all circle symbols of the space, in its order."""
        if "states" in table:
            found = self._symbols(table["states"], "flow.states")
        else:
            circles = [name for name, domain in self.space.domains.items() if isinstance(domain, Circle)]
            found = self._symbols(circles, "flow.states")
        if not all(each.is_real for each in found):
            raise self.fail("flow.states", 'found a complex symbol, expected angles; declare t1 = "circle"')
        n = self.whole(table["n"], "flow.n", 1, MAX_TOKENS) if "n" in table else len(found)
        if len(found) != n or not 1 <= n <= MAX_TOKENS:
            raise self.fail(
                "flow.states" if "states" in table else "flow.n",
                f"found {len(found)} angles, expected {n if 'n' in table else f'1 to {MAX_TOKENS}'}; "
                'list them, such as states = ["t1", "t2"]',
            )
        return found

    def _state(self, table: dict[str, Any]) -> Term:
        disks = [name for name, domain in self.space.domains.items() if isinstance(domain, Disk)]
        if "state" not in table and len(disks) != 1:
            raise self.fail(
                "flow.state", f'found {len(disks)} disk symbols, expected one; name the state, such as state = "w"'
            )
        name = self.line(table["state"], "flow.state") if "state" in table else disks[0]
        found = self.names.get(name)
        if not isinstance(found, Term) or found.is_real:
            complex_names = [
                each for each, value in self.names.items() if isinstance(value, Term) and not value.is_real
            ]
            raise self.fail(
                "flow.state", f"found {shown(name)}, expected a complex symbol; {nearest(name, complex_names)}"
            )
        return found

    def _explicit(self, table: dict[str, Any]) -> Flow:
        self.keys(table, ("rates",), "flow")
        rates: list[tuple[Term, Term]] = []
        for name, value in self.table(table["rates"], "flow.rates").items():
            key = f"flow.rates.{shown_key(name)}"
            state = self.names.get(name)
            if state is None:
                raise self.fail(key, f"found an undefined symbol, expected one of [space]; {nearest(name, self.names)}")
            if isinstance(state, Term):
                rates.append((state, self.term(value, key)))
                self._on_circle((rates[-1][1],), key)
                continue
            entries = list(state.entries())
            given = self.items(value, key, '["-x2", "x1"]')
            if state.shape[1] != 1 or len(given) != len(entries):
                raise self.fail(
                    key, f"found {len(given)} rates for {len(entries)} entries, expected one each; list them"
                )
            rates.extend((entry, self.term(each, key)) for entry, each in zip(entries, given, strict=True))
            self._on_circle([rate for _, rate in rates[-len(entries) :]], key)
        states = [state for state, _ in rates]
        for state in states:
            if states.count(state) > 1:
                raise self.fail("flow.rates", f"found two rates of {state}, expected one; remove the other")
        return Flow(tuple(rates))

    def _conclusion(self, value: Any, key: str) -> Conclusion:
        table = self.table(value, key)
        kinds = [kind for kind in _SHOWS if kind in table]
        if len(kinds) != 1:
            found = " and ".join(kinds) or "none"
            everything = {*_SHOWS, *(each for extra in _SHOWS.values() for each in extra)}
            self.keys(table, sorted(everything), key)
            raise self.fail(key, f"found {found}, expected exactly one of {', '.join(_SHOWS)}; keep one")
        self.keys(table, (kinds[0], *_SHOWS[kinds[0]]), key)
        try:
            if kinds[0] == "exists":
                return self._exists(table, key)
            if kinds[0] == "scaling":
                return self._scaling(table, key)
            return self._pointwise(table, key) if kinds[0] == "claim" else self._along(kinds[0], table, key)
        except TermError as error:
            raise self.fail(key, str(error)) from None

    def _pointwise(self, table: dict[str, Any], key: str) -> Conclusion:
        found = self.relations(table["claim"], f"{key}.claim")
        parts: dict[str, Conclusion] = {}
        for at, relation in enumerate(found, start=1):
            if isinstance(relation, AnyOf):
                raise self.fail(
                    f"{key}.claim", "found an alternative, expected relations; state one, or prove each case by itself"
                )
            left, right = relation.terms
            equal = relation.op == "eq"
            parts[f"part{at}"] = Identity(left, right) if equal else Inequality(left, OPS[relation.op], right)
        return parts["part1"] if len(parts) == 1 else All(**parts)

    def _exists(self, table: dict[str, Any], key: str) -> Conclusion:
        given = table["exists"]
        texts = given if isinstance(given, list) else [given]
        relations = [each for text in texts for each in self.relations(text, f"{key}.exists")]
        unknowns = self._symbols(table.get("of", []), f"{key}.of")
        if not unknowns:
            raise self.fail(f"{key}.of", 'found no unknown, expected the symbols that exist; write of = ["x"]')
        every = self._symbols(table.get("for", []), f"{key}.for")
        others = [sym for sym in dict.fromkeys(s for each in relations for s in each.symbols) if sym not in unknowns]
        unsaid = next((sym for sym in others if sym not in every), None)
        if unsaid is not None:
            names = [name for name, value in self.space.names.items() if _speak_of(others, value)]
            listed = ", ".join(f'"{name}"' for name in names)
            raise self.fail(
                f"{key}.for",
                f"found nothing about {unsaid}, expected every symbol on whose value {unknowns[0]} may depend; "
                f"write for = [{listed}]; an unknown that is one for all values of {unsaid} cannot be stated",
            )
        wrong = next((sym for sym in every if sym in unknowns), None)
        if wrong is not None:
            raise self.fail(f"{key}.for", f"found {wrong}, which is an unknown, expected the other symbols; remove it")
        return Exists(tuple(relations), unknowns)

    def _scaling(self, table: dict[str, Any], key: str) -> Conclusion:
        from verify.attention.scalings import MEASURES

        name = self.line(table["scaling"], f"{key}.scaling")
        if name not in MEASURES:
            raise self.fail(f"{key}.scaling", f"found {shown(name)}, expected a measure; {nearest(name, MEASURES)}")
        if "exponent" not in table:
            raise self.fail(f"{key}.exponent", 'found nothing, expected what is stated; write exponent = "-1/2"')
        exponent = self._rational(table["exponent"], f"{key}.exponent")
        if "within" not in table:
            return Scaling(name, exponent)
        within = self._rational(table["within"], f"{key}.within")
        if within <= 0:
            raise self.fail(f"{key}.within", f'found {within}, expected a positive number; write within = "1/20"')
        return Scaling(name, exponent, within)

    def _rational(self, value: Any, key: str) -> Fraction:
        found = self.term(value, key)
        if found.kind != "rat":
            raise self.fail(key, f'found {shown(value)}, expected a rational number; write "1/2"')
        return Fraction(found.payload)

    def _of_others(self, unknowns: tuple[Term, ...]) -> None:
        """No hypothesis speaks of what is said to exist: it would be read as one more demand, or as none."""
        for name, value in self.table(self.tree.get("given", {}), "given").items():
            key = f"given.{shown_key(name)}"
            for unknown in unknowns:
                if any(unknown in relation.symbols for relation in self.relations(value, key)):
                    raise self.fail(
                        key,
                        f"found {unknown}, which is said to exist, expected facts about the other symbols alone; "
                        f"move it: exists = [..., {shown(value)}]",
                    )

    def _of_parameters(self, shows: Bound | Eventually | Equilibria, given: Iterable[Relation | AnyOf]) -> None:
        """No hypothesis restricts what moves: it might hold at the start, all the way, or where equilibria count."""
        moving = {*shows.flow.states, *(shows.inputs if isinstance(shows, Bound) else ())}
        wrong = next((each for each in given if moving & set(each.symbols)), None)
        if wrong is not None:
            where = {
                Bound: "under from, or while, in [shows]",
                Eventually: 'under where in [shows], with start = "every"; or give the state a smaller domain',
                Equilibria: "as the state's domain, such as interval(0, 2)",
            }[type(shows)]
            raise self.fail(
                "given", f"found {wrong}, which speaks of what moves, expected facts of constants; write it {where}"
            )

    def _along(self, kind: str, table: dict[str, Any], key: str) -> Conclusion:
        if self.flow is None:
            raise self.fail(f"{key}.{kind}", "found no flow, expected one; add the table [flow]")
        if kind == "eventually":
            return self._eventually(table, key, self.flow)
        if kind == "bound":
            return self._bound(table, key, self.flow)
        if kind == "equilibria":
            listed = self.items(table[kind], f"{key}.{kind}", '["sink", "saddle"]')
            return Equilibria(self.flow, are=tuple(self.line(each, f"{key}.{kind}") for each in listed))
        quantity = self.term(table[kind], f"{key}.{kind}")
        self._charge(quantity)
        if kind == "conserved":
            return Conserved(quantity, along=self.flow)
        if "rate" not in table:
            raise self.fail(f"{key}.rate", 'found nothing, expected the rate; write rate = "<expression>"')
        return Evolves(quantity, along=self.flow, rate=self.term(table["rate"], f"{key}.rate"))

    def _bound(self, table: dict[str, Any], key: str, flow: Flow) -> Conclusion:
        found = self.relations(table["bound"], f"{key}.bound")
        if len(found) != 1 or not isinstance(found[0], Relation):
            raise self.fail(f"{key}.bound", "found several relations, expected one; give each its own file")
        inputs = self._symbols(table.get("inputs", []), f"{key}.inputs")
        start, during = (self._listed(table, name, key) for name in ("from", "while"))
        return Bound(found[0], along=flow, start=start, during=during, inputs=inputs)

    def _listed(self, table: dict[str, Any], name: str, key: str) -> tuple[Relation | AnyOf, ...]:
        """Relations, each entry of a list one or several."""
        texts = self.items(table.get(name, []), f"{key}.{name}", '["x >= 0"]')
        return tuple(each for text in texts for each in self.relations(text, f"{key}.{name}", name == "from"))

    def _symbols(self, value: Any, key: str) -> tuple[Term, ...]:
        """The scalar symbols of the names in a list."""
        found: list[Term] = []
        for each in self.items(value, key, '["x"]'):
            name = self.line(each, key)
            known = self.names.get(name)
            if known is None:
                raise self.fail(key, f"found {shown(name)}, expected a symbol of [space]; {nearest(name, self.names)}")
            found.extend(known.entries() if isinstance(known, Matrix) else (known,))
        return tuple(dict.fromkeys(found))

    def _eventually(self, table: dict[str, Any], key: str, flow: Flow) -> Conclusion:
        if "start" not in table:
            raise self.fail(
                f"{key}.start", 'found nothing, expected from which starts; write start = "every" or "almost every"'
            )
        start = self.line(table["start"], f"{key}.start")
        if start not in ("every", "almost every"):
            raise self.fail(
                f"{key}.start", f'found {shown(start)}, expected "every" or "almost every"; write one of them'
            )
        for name in ("except", "where"):
            if name in table and start != "every":
                raise self.fail(
                    f"{key}.{name}", f'found {name} beside almost every start, expected none; write start = "every"'
                )
        exceptions = [
            option
            for each in self.items(table.get("except", []), f"{key}.except", '["w == 0"]')
            for option in self._exception(each, f"{key}.except")
        ]
        listed = self._listed(table, "where", key)
        where = tuple(each for each in listed if isinstance(each, Relation))
        if len(where) != len(listed):
            raise self.fail(f"{key}.where", "found an alternative, expected relations; state each case by itself")
        starts = Every(tuple(exceptions), where) if start == "every" else AlmostEvery()
        target = table["eventually"]
        if target in _NAMED_TARGETS:
            if "to" in table:
                raise self.fail(f"{key}.to", f"found a limit beside {target}, expected none; remove it")
            return Eventually(target, along=flow, start=starts)
        if "to" not in table:
            wanted = ", ".join(_NAMED_TARGETS)
            raise self.fail(
                f"{key}.eventually",
                f'found {shown(target)}, expected {wanted}, or an expression with a limit; add to = "1"',
            )
        quantity, limit = self.term(target, f"{key}.eventually"), self.term(table["to"], f"{key}.to")
        self._on_circle((quantity,), f"{key}.eventually")
        self._on_circle((limit,), f"{key}.to")
        return Eventually(quantity, to=limit, along=flow, start=starts)

    def _on_circle(self, found: Iterable[Term | Relation | AnyOf], key: str) -> None:
        """What is compared, and what tends, is a function on the circle: t = 0 and t = 2 pi are one angle."""
        for each in found:
            angle = changing(self.space, each) if isinstance(each, Term) else changing_in(self.space, each)
            if angle is not None:
                raise self.fail(
                    key,
                    f"found {each}, which changes, or may, when {angle} grows by 2 pi, "
                    "expected a function on the circle; "
                    f'write cos({angle}), sin({angle}) or exp(I*{angle}), or declare {angle} = "real"',
                )

    def _exception(self, value: Any, key: str) -> tuple[Relation, ...]:
        try:
            found = parse_relation(self.text(value, key), self.names, self.functions)
        except SpellError as error:
            raise self._placed(error, key) from None
        self._on_circle((found,), key)
        self._read.append((key, found))
        return found.options

    # what would be read in two ways

    def _require_one_reading(self) -> None:
        """No odd root of what may be negative; no constant that is called like the time of the flow."""
        facts: list[Relation | AnyOf] = [*self.space.facts]
        facts += [each for key, each in self._read if key.startswith(_HELD) and not isinstance(each, Term)]
        moving = self.flow.states if self.flow else ()
        constant = clock(self.space.domains, self.names, moving) if self.flow else None
        for key, each in self._read:
            for side in (each,) if isinstance(each, Term) else each.terms:
                root = odd_root(side, facts)
                if root is not None:
                    base = root.args[0]
                    raise self.fail(
                        key,
                        f"found {root}, which has a value here for {base} >= 0 alone, expected one reading; "
                        f"state {base} >= 0 under [given], or a symbol y with an odd power y**k == {base}",
                    )
                if constant is not None and constant in side.symbols:
                    raise self.fail(
                        key,
                        f"found {constant}, which has no rate and so is a constant, expected the time to be a state; "
                        f'write {constant} = "1" under [flow.rates] and {constant} == 0 under from, or rename it',
                    )


def _speak_of(symbols: Iterable[Term], value: Any) -> bool:
    return bool(
        set(symbols) & ({value} if isinstance(value, Term) else {s for e in value.entries() for s in e.symbols})
    )


def _of_matrices(name: str, function: Callable[..., Any], count: int) -> Callable[..., Any]:
    def checked(*args: Any) -> Any:
        if len(args) != count or not all(isinstance(each, Matrix) for each in args):
            wanted = "a matrix or vector" if count == 1 else "two vectors"
            raise TermError(f'{name} takes {wanted} by name; declare it in [space], such as A = "matrices(2, 2)"')
        if count == 2 and not all(entry.is_real for each in args for entry in each.entries()):
            raise TermError(
                f"{name} of complex entries may mean two things; write the sum out, with conj where it belongs"
            )
        return function(*args)

    return checked


def _small_det(value: Matrix) -> Term:
    if len(value) > MAX_DETERMINANT:
        raise TermError(f"det takes matrices up to {MAX_DETERMINANT} x {MAX_DETERMINANT}; found side {len(value)}")
    return det(value)
