"""Every check of the kernel's rules is taken away or turned once, and a law notices.

`MUTANTS` changes one comparison, sign or bound in the source of one function; `rule_laws.LAWS` holds small statements
that are known to be true or false. A mutant is killed when a false statement is accepted; where it only loses something
true, the table says so; where nothing can notice, it says why.

To add a rule: its cases to `rule_laws.py`, its mutants below, and its name out of `NOT_YET_COVERED`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.laws import laws_of_calculus, laws_of_crossing, laws_of_leaves, laws_of_modes, laws_of_orbits, laws_of_tokens
from tests.laws.mutation import ACCEPTED, REFUSED, Case, Mutant, killed_by, mutated, outcome
from tests.laws.rule_laws import LAWS
from verify.kernel.context import RULES

NOT_YET_COVERED: frozenset[str] = frozenset()
"""Rules without mutants so far; each is to leave this list."""

M = Mutant
MUTANTS: list[Mutant] = [
    # ring
    M("ring", "rules._step_ring", 'if shows.op != "eq"', 'if shows.op == "ne"'),
    M("ring", "rules._step_ring", "not ring.is_zero(shows.gap", "ring.is_zero(shows.gap"),
    M(
        "ring",
        "rules._step_ring",
        "    context.require_defined(shows.terms)\n",
        "",
        equivalent="learn asks for the same",
    ),
    M(
        "ring",
        "context.Context.learn",
        "        self.require_defined(shown.terms)\n",
        "",
        equivalent="ring asks before, prove after",
    ),
    M(
        "ring",
        "context.Context.require_defined",
        "if not self.facts.holds(obligation)",
        "if self.facts.holds(obligation)",
    ),
    M("ring", "defined._of_node", 'kind == "div"', 'kind == "log"'),
    # sign
    M("sign", "rules._step_sign", "if not ring.equal(gap, form", "if ring.equal(gap, form"),
    M("sign", "rules._step_sign", "Relation(shows.op, gap, ZERO)", 'Relation("ge", gap, ZERO)'),
    M("sign", "rules._step_sign", "require_defined((*shows.terms, form))", "require_defined(shows.terms)"),
    M("sign", "ring._require_names", "is not node", "is None"),
    # nonzero
    M("nonzero", "rules._step_nonzero", '("gt", "ne")', '("gt", "ne", "ge")'),
    M("nonzero", "rules._step_nonzero", "or not context.shown(fact)", ""),
    M("nonzero", "rules._step_nonzero", "context.shown(fact)", "context.facts.holds(fact)"),
    M("nonzero", "rules._step_nonzero", "require_defined((value, cofactor))", "require_defined((value,))"),
    M("nonzero", "rules._step_nonzero", "if not any(ring.equal", "if any(ring.equal"),
    M("nonzero", "rules._step_nonzero", "(product, re(product))", "(product,)", only_loses=True),
    # zeros
    M("zeros", "rules._step_zeros", 'fact.op != "eq" or not', "not"),
    M("zeros", "rules._step_zeros", "or not context.facts.holds(fact)", ""),
    M("zeros", "rules._step_zeros", "if not ring.equal(fact.gap", "if ring.equal(fact.gap"),
    M("zeros", "rules._step_zeros", "if not context.facts.nonzero(each)]", "if context.facts.nonzero(each)]"),
    M("zeros", "rules._step_zeros", "len(left) == 1", "len(left) >= 1"),
    M("zeros", "defined.factors", 'if kind == "mul"', 'if kind == "none"', only_loses=True),
    # ideal
    M("ideal", "rules._step_ideal", 'if shows.op != "eq"', 'if shows.op == "ne"'),
    M("ideal", "rules._step_ideal", 'or known.op != "eq" or', "or"),
    M("ideal", "rules._step_ideal", "or not context.facts.holds(known)", ""),
    M("ideal", "rules._step_ideal", "        context.require_defined((cofactor,))\n", ""),
    M("ideal", "rules._step_ideal", "if not ring.equal(shows.gap, total)", "if ring.equal(shows.gap, total)"),
    # roots
    M("roots", "context.fails_on_line", "and not holds(goal)", "and holds(goal)"),
    M("roots", "context.fails_on_line", "signs[at] * signs[at + 1] in", "signs[at] in"),
    M("roots", "context.fails_on_line", "return any(signs", "return not any(signs"),
    M("roots", "context.fails_on_line", "all(map(holds, hypotheses))", "any(map(holds, hypotheses))"),
    M("roots", "rules._step_roots", "    if fails:\n", "    if not fails:\n"),
    # cover
    M("cover", "rules._step_cover", "if not ring.equal(shows.gap, form", "if ring.equal(shows.gap, form"),
    M("cover", "cover.check", "if not cover.passes(cell)", "if cover.passes(cell)"),
    M("cover", "cover.setting", "<= known[coordinate][1] <= high", "<= known[coordinate][1]"),
    M("cover", "cover.setting", "not low <= known[coordinate][0]", "not known[coordinate][0]"),
    M("cover", "cover.setting", "if missing is not None", "if missing is None", only_loses=True),
    M("cover", "cells.ranges", "and keys[name].symbols[0] in fact.symbols", ""),
    # average
    M("average", "rules._step_average", 'if known.op == "ne"', 'if known.op == "none"'),
    M("average", "rules._step_average", "if not context.facts.holds(known)", "if context.facts.holds(known)"),
    M(
        "average",
        "rules._step_average",
        "mean(known.left, *tokens), mean(known.right",
        "mean(known.right, *tokens), mean(known.left",
    ),
    # swap
    M("swap", "rules._step_swap", "if set(tokens) & set(others)", "if False"),
    M("swap", "rules._step_swap", 'Relation("ge", body, ZERO)', 'Relation("ge", ZERO, ZERO)'),
    # cases
    M("cases", "rules._step_cases", "if not context.facts.holds(split) and not _covers", "if False and not _covers"),
    M("cases", "rules._covers", "facts.signs(quantity) <= signs", "facts.signs(quantity) >= signs"),
    M("cases", "rules._covers", "sign if factor > 0 else -sign", "sign"),
    M("cases", "rules._covers", "        if not factor:\n            return False\n", "        factor = factor or 1\n"),
    M("cases", "rules._step_cases", "if not inner.has(shows) and not", "if False and not"),
    M("cases", "rules._step_cases", "context.where(option)", "context.under(option)"),
    # absurd
    M("absurd", "rules._step_absurd", "or context.facts.signs(quantity)", ""),
    M("absurd", "rules._step_absurd", "    context.require_defined((quantity,))\n", ""),
    # use
    M("use", "rules._step_use", "if None not in open_", "if None in open_"),
    M("use", "rules._open", "if not context.shown(fact)", "if context.shown(fact)"),
    M(
        "use",
        "rules._step_use",
        "    context.require_defined(mapping.values())\n",
        "",
        equivalent="a hypothesis or the conclusion speaks of the value and asks",
    ),
    M(
        "use",
        "rules._step_use",
        "Facts(context.sequent.facts)",
        "context.facts",
        equivalent="a branch that restricts a token takes no means over it",
    ),
    M("use", "rules._step_use", ", *(side for fact in facts for side in fact.terms)", ""),
    M("use", "rules._step_use", "if not fixed or", "if"),
    M("use", "rules._step_use", "if not literal", "if literal"),
    M("use", "rules._step_use", "value.payload.denominator == 1 and", ""),
    M(
        "use",
        "rules._step_use",
        'sym.payload[1] == "real" and not value.is_real',
        'sym.payload[1] == "none" and not value.is_real',
    ),
    # words
    M("words", "rules._step_words", "if left != right", "if left == right"),
    M("words", "words._Sorts.transposed", "sign = -sign", "sign = +sign"),
    M("words", "words._Sorts.transposed", "not flag)", "flag)"),
    M("words", "words._Sorts.trace", "reverse = min((turned[k:]", "reverse = min((word[k:]"),
    M("words", "words._Sorts.trace", "if best == (SECOND,)", "if len(best) == 2"),
    M("words", "words._Sorts.form", "if turned == word and sign < 0", "if sign < 0"),
    M("words", "words._Sorts.mean", "if len(forms) == 1", "if len(forms) == 2"),
    M("words", "words._rate", "if _dot(here, velocity, sorts)", "if not velocity"),
    M(
        "words",
        "words._rate",
        "_s_add(_dot(velocity, still, sorts), _dot(here, moved, sorts))",
        "_dot(here, moved, sorts)",
    ),
    # a point refutes
    M("point", "proof._refute_at", "and not decision[0]", "and decision[0]"),
    M("point", "proof._refute_at", "if failed is not None", "if False"),
    M("point", "proof._refute_at", "    if wrong:\n", "    if not wrong:\n"),
    M("point", "point._decided", '"ge": sign >= 0', '"ge": sign > 0'),
    M("point", "point._decided", '"gt": sign > 0', '"gt": sign >= 0'),
    M("point", "point.check_coordinates", 'if sym.payload[1] == "real" and not value.is_real', "if False"),
    M("point", "point.check_coordinates", "number.denominator != 1 or", ""),
    M("point", "point.check_coordinates", "or number < 0", ""),
    M("point", "point.all_hold", "if decision is None or not decision[0]", "if decision is None"),
    M("point", "point.rows", '    if any(node.kind == "mean" and', '    if False and any(node.kind == "mean" and'),
    M("point", "point.rows", "for k in range(len(point[token]))", "for k in range(1)"),
    M(
        "point",
        "point.decide",
        "if decision is not None and decision[0]",
        "if decision is not None and not decision[0]",
        only_loses=True,
    ),
    # the witness of a proof
    M("witness check", "proof._check_witness", "if failed is not None", "if False"),
    M("witness check", "proof._check_witness", "    if wrong:\n", "    if False:\n"),
    M("witness check", "proof._check_witness", "if missing is not None", "if missing is None"),
    M("witness check", "point.check_coordinates", "if not _exists(value)", "if False"),
    M("witness check", "proof.prove", "if not context.has(context.target())", "if False"),
    M("witness check", "proof.prove", "            context.require_defined(goal.terms)\n", ""),
    M("witness check", "proof.prove", "if not sequent.goals", "if False"),
    # dimension
    M("dimension", "goal.AnyDimension.at", "(sphere,)", "()"),
    # contradictions
    M("contradict", "proof.contradict", 'if factor == 0 or (fact.op != "eq" and factor < 0)', "if factor == 0"),
    M("contradict", "proof.contradict", 'strict or fact.op == "gt"', 'strict or fact.op == "ge"'),
    M("contradict", "proof.contradict", "absurd = signs <= {-1} or", "absurd = signs <= {-1, 0} or"),
    M("contradict", "proof.contradict", "(all_equal and 0 not in signs)", "(0 not in signs)"),
    M("contradict", "proof.contradict", "if not ring.equal(unequal.gap, total)", "if ring.equal(unequal.gap, total)"),
    M("contradict", "proof.contradict", 'each.op in ("ge", "gt")', 'each.op in ("gt",)'),
    M("contradict", "proof.contradict", "if value is None or value == 0", "if value is None"),
    # equilibria against every start
    M("equilibrium", "longtime.equilibrium", 'if goal.start != "every"', 'if goal.start == "none"'),
    M("equilibrium", "longtime.equilibrium", '        _require(fact, point, "a start")\n', "        pass\n"),
    M(
        "equilibrium",
        "longtime.equilibrium",
        '        _refuse(exception, point, "outside the exceptions")\n',
        "        pass\n",
    ),
    M("equilibrium", "longtime.equilibrium", "    _rest(goal, point)\n", ""),
    M("equilibrium", "longtime.equilibrium", "    _off_target(goal, point)\n", ""),
    M("equilibrium", "longtime._off_target", 'if goal.target == "point"', "if False"),
    M("equilibrium", "longtime._parameters", '        _require(fact, point, "hypothesis")\n', "        pass\n"),
    M("equilibrium", "longtime._require", "if not decision[0]", "if decision[0]"),
    # sinks
    M("sink", "longtime.sink", "    _closure(goal, point)\n", ""),
    M("sink", "longtime.sink", '        _refuse(exception, point, "outside the exceptions")\n', ""),
    M("sink", "longtime.sink", 'exception.op not in ("eq", "ge")', 'exception.op not in ("eq", "ge", "ne")'),
    M("sink", "longtime.sink", "    _rest(goal, point)\n", ""),
    M("sink", "longtime.sink", "    _off_target(goal, point)\n", ""),
    M("sink", "longtime._require_stable", 'Relation("gt", each, ZERO)', 'Relation("ge", each, ZERO)'),
    M("sink", "longtime._require_stable", "[a[1]] if n == 1 else [a[1], a[n]]", "[a[1]] if n == 1 else [a[1]]"),
    M("sink", "longtime._require_stable", "else [a[1], a[n]]", "else [a[n]]"),
    M("sink", "longtime._require_stable", "if n >= 3:", "if n > 3:"),
    M("sink", "longtime._require_stable", "number((-1) ** k), add", "number(1), add"),
    M("sink", "longtime._require_stable", "number(-1), a[3]", "number(1), a[3]"),
    M("sink", "longtime._determinant", "(-1) ** j", "1"),
    M("sink", "longtime._closure", '_require(_closed(fact), point, "in the closure of the starts")', "pass"),
    M("sink", "longtime._closure", "if active is not None", "if False"),
    M("sink", "longtime._closure", 'fact.op not in ("gt", "ge")', 'fact.op not in ("gt", "ge", "eq")'),
    M("sink", "longtime._closure", "if decision is not None and decision[0]", "if decision is not None"),
    # invariant regions
    M("region", "region.region", "distance <= 0", "distance < 0"),
    M(
        "region",
        "region.region",
        "    _parameters(sequent, goal, {sym: x for sym, x in point.items() if sym not in states})\n",
        "",
    ),
    M("region", "region._start", 'wanted.append((inside, "in the region"))', "pass"),
    M("region", "region._start", 'Relation("gt", inside.left', 'Relation("ge", inside.left'),
    M("region", "region._start", '[(fact, "a start") for fact in goal.starts]', "[]"),
    M(
        "region",
        "region._start",
        '    wanted += [(exception.negation(), "outside the exceptions") for exception in goal.except_]\n',
        "",
    ),
    M("region", "longtime.is_open", '("gt", "ne")', '("gt", "ne", "ge")'),
    M("region", "longtime.is_open", " and all(each.total for each in fact.terms)", ""),
    M("region", "region._shown", "if not context.has(context.target())", "if False"),
    # conserved quantities
    M(
        "conserved",
        "longtime.conserved",
        'if goal.target != "tends"',
        'if goal.target == "point"',
        equivalent="an assert behind it",
    ),
    M("conserved", "longtime.conserved", "if not ring.is_zero(derivative)", "if False"),
    M("conserved", "longtime.conserved", "if not ring.equal(rest", "if ring.equal(rest"),
    M("conserved", "longtime.conserved", "and not _bounded(goal)", "and _bounded(goal)"),
    M("conserved", "longtime.conserved", "if not is_open(fact)", "if False"),
    M("conserved", "longtime.conserved", "if strange is not None", "if False"),
    M("sink", "longtime._closure", "or not is_open(_strict(fact))", ""),
    M("conserved", "longtime.conserved", '        _require(fact, place, "a start")\n', "        pass\n"),
    M("conserved", "longtime.conserved", '        _refuse(exception, place, "outside the exceptions")\n', ""),
    M("conserved", "longtime.conserved", 'if exception.op not in ("eq", "ge")', "if False"),
    M(
        "conserved",
        "longtime.conserved",
        '    _refuse(Relation("eq", rest, ZERO), place, "another value than on the target")\n',
        "",
    ),
]

CALCULUS: list[Mutant] = [
    M("integral", "calculus.step_integral", "if not ring.equal(slope, body", "if ring.equal(slope, body"),
    M(
        "integral",
        "calculus.step_integral",
        "_minus(by.subs(variable, high), by.subs(variable, low))",
        "_minus(by.subs(variable, low), by.subs(variable, high))",
    ),
    M("integral", "calculus._between", "if context.shown(Relation", "if True or context.shown(Relation"),
    M("integral", "context.Context.require_defined", "if not self.facts.holds(obligation)", "if False"),
    M("integrate", "calculus.step_integrate", 'if fact.op == "ne"', 'if fact.op == "none"'),
    M("integrate", "calculus.step_integrate", "if not context.shown(fact)", "if context.shown(fact)"),
    M("integrate", "calculus.step_integrate", 'if not context.shown(Relation("ge", high, low))', "if False"),
    M(
        "integrate",
        "calculus.step_integrate",
        'if op != "eq" and not (op == "gt" and context.shown(Relation("gt", high, low)))',
        'if op != "eq" and not (op == "gt")',
    ),
    M("integrate", "context.Context.require_range", "if not self.facts.holds(there)", "if False"),
    M("integrate", "context.Context.require_range", "or not ring.affine(fact.gap, variable)", ""),
    M("integrate", "context.Context.require_range", 'or fact.op == "ne"', ""),
    M("substitute", "calculus.step_substitute", "mul(body.subs(old, by), slope)", "body.subs(old, by)"),
    M("substitute", "calculus.step_substitute", "if not ring.equal(met, wanted", "if ring.equal(met, wanted"),
    M("substitute", "calculus.step_substitute", "if variable in of.symbols", "if variable not in of.symbols"),
    M(
        "rises",
        "calculus.step_rises",
        'inner.shown(Relation("gt", rate, ZERO)) and context',
        'inner.shown(Relation("gt", rate, ZERO)) or context',
    ),
    M("rises", "calculus.step_rises", 'if not inner.shown(Relation("ge", rate, ZERO))', "if False"),
    M("rises", "calculus.step_rises", "form if upward else mul(number(-1), form)", "form"),
    M("rises", "calculus.step_rises", "if not _known_at(end, at_end, wanted, context)", "if False"),
    M("rises", "calculus.step_rises", 'wanted = "ge" if strict else shows.op', 'wanted = "ge"'),
    M("rises", "calculus.step_rises", "    context.require_range(variable, end, weakly=True)\n", ""),
    M("rises", "context.Context.require_range", "if variable in self.introduced.get", "if variable in {}.get"),
    M("rises", "calculus.step_rises", 'and not context.shown(Relation("ge", *ahead))', "and False"),
    M(
        "rises",
        "calculus.step_rises",
        "if not ring.is_zero(form, inner.modulo(form))",
        "if ring.is_zero(form, inner.modulo(form))",
    ),
    M("rises", "calculus.step_rises", 'if not _known_at(end, at_end, "eq", context)', "if False"),
    M(
        "rises",
        "calculus.step_rises",
        "or variable in end.symbols",
        "",
        equivalent="the mean value theorem holds from a moving end as well",
    ),
    M("rises", "calculus._known_at", 'if op != "gt" and', "if"),
    M("fourier", "calculus.step_fourier", 'if not context.shown(Relation("gt", ONE, abs2(z)))', "if False"),
    M("fourier", "calculus.step_fourier", "if turns == 0 or not", "if not"),
    M("fourier", "calculus.step_fourier", "number(2 * turns)", "number(turns)"),
    M("fourier", "calculus.step_fourier", "if not ring.equal(body, total", "if ring.equal(body, total"),
    M("fourier", "calculus.step_fourier", "_coefficient(sign * m,", "_coefficient(abs(m),"),
    M("fourier", "calculus.step_fourier", "if any(variable in each.symbols for each in own)", "if False"),
    M("fourier", "calculus._part", "if len({n > 0 for _, n, _ in factors}) > 1", "if False"),
    M("fourier", "calculus._coefficient", "comb(j + p - 1, p - 1)", "1"),
    M("value", "calculus.step_value", "if not holds", "if holds"),
    M("value", "calculus._decided", '"gt": sign > 0', '"gt": sign < 0'),
    M("value", "calculus._decided", '"ge": sign > 0', '"ge": sign != 0'),
    M("value", "calculus._decided", "None if not sign else", "None if sign else", only_loses=True),
    M("witness", "existence.step_witness", "if not context.facts.holds(here)", "if False"),
    M("witness", "existence.step_witness", "if tokens and unknown", "if False and unknown"),
    M("witness", "context.Context.learn", "if self.single", "if False"),
    M("regime", "context.Context.learn", "if self.single", "if False"),
    M("witness", "existence.step_witness", 'if sort == "real" and not value.is_real', "if False"),
    M("witness", "existence.step_witness", "value.payload.denominator == 1 and", ""),
    M("witness", "existence.step_witness", "and value.payload >= 0", ""),
    M(
        "witness",
        "existence.step_witness",
        "    context.require_defined(at.values())\n",
        "",
        equivalent="the relations that speak of a value ask for it",
    ),
    M("between", "existence.step_between", 'if context.facts.holds(Relation("ge", ZERO, below)) and', "if"),
    M("between", "existence.step_between", 'if not context.facts.holds(Relation("ge", high, low))', "if False"),
    M("between", "existence.step_between", "    inner.require_defined((f,))\n", ""),
    M("between", "existence.step_between", "strict[0]), (Relation", "True), (Relation"),
    M("between", "existence.step_between", "strict[1])):", "True)):"),
    M(
        "between",
        "existence.step_between",
        "or x in low.symbols or x in high.symbols",
        "",
        equivalent="signs at such ends would have to be known for every value",
    ),
    M("between", "context.Context.introduce", "if sym in self.symbols or", "if False and"),
    M("angle", "existence.step_angle", "or not context.facts.holds(circle)", ""),
    M("angle", "existence.step_angle", 'Relation("eq", cos(t), x)', 'Relation("eq", cos(t), y)'),
    M(
        "angle",
        "existence.step_angle",
        "add(power(x, 2), power(y, 2)), ONE)",
        "add(power(x, 2), power(y, 2)), add(ONE, ONE))",
    ),
    M("never", "existence.never", "if not inner.has(fails)", "if False"),
    M("never", "existence.never", "if failed is not None", "if False"),
    M("never", "existence.never", "if k != at)", ")", equivalent="what refutes itself holds nowhere"),
    M("regime", "rules._step_regime", "        if not context.shown(fact)", "        if context.shown(fact)"),
    M("regime", "rules._step_regime", "and fact not in listed and", "and False and"),
]

ORBITS: list[Mutant] = [
    M(
        "stays",
        "rules._step_stays",
        "add(derivative, mul(number(-1), rate, fact.gap))",
        "add(derivative, mul(rate, fact.gap))",
    ),
    M("stays", "rules._step_stays", "if not all(each.total", "if not any(each.total"),
    M("stays", "rules._step_stays", "if not any(_is_disk(fact", "if False and not any(_is_disk(fact"),
    M("stays", "rules._is_disk", "radius is not None and radius >= 0", "True"),
    M("stays", "context.Context._branch", "self.whole and not any(moving", "self.whole or any(moving"),
    M("stays", "context.Context.along", "if not self.whole", "if False"),
    M("inside", "rules._reach", "if not inner.facts.holds(shows)", "if False"),
    M("inside", "rules._reach", "    inner.require_defined(shows.terms)\n", ""),
    M("inside", "rules._step_inside", "context.under(*goal.starts)", "context.under()", only_loses=True),
    M("boundary", "rules._step_boundary", 'Relation("eq", fact.gap, ZERO)', 'Relation("gt", fact.gap, ZERO)'),
    M("boundary", "rules._reach", "if not inner.facts.holds(shows)", "if False"),
    M("cites", "rules._step_cites", "        if not met", "        if met"),
    M(
        "cites",
        "rules._step_cites",
        "if len(values) != len(schema.parameters)",
        "if len(values) < len(schema.parameters)",
    ),
    M("cites", "rules._step_cites", "if moves is not None", "if False"),
    M("cites", "rules._step_cites", "            context.require_defined(obligation.terms)\n", "            pass\n"),
    M(
        "limit",
        "rules._behaviour_follows",
        "(known.flow, known.starts, known.target) != (goal.flow, goal.starts, goal.target)",
        "(known.starts, known.target) != (goal.starts, goal.target)",
    ),
    M(
        "limit",
        "rules._behaviour_follows",
        "(known.flow, known.starts, known.target) != (goal.flow, goal.starts, goal.target)",
        "(known.flow, known.target) != (goal.flow, goal.target)",
    ),
    M(
        "limit",
        "rules._behaviour_follows",
        "(known.flow, known.starts, known.target) != (goal.flow, goal.starts, goal.target)",
        "(known.flow, known.starts) != (goal.flow, goal.starts)",
    ),
    M("limit", "rules._behaviour_follows", "if factor is None", "if False"),
    M("limit", "rules._behaviour_follows", "if known.start != goal.start", "if False"),
    M("limit", "rules._behaviour_follows", "return all(outside", "return True or all(outside"),
    M("limit", "rules._behaviour_follows", "return all(_is_null", "return True or all(_is_null"),
    M("limit", "rules._is_null", 'exception.op != "eq" or', ""),
    M("limit", "rules._is_null", 'and context.facts.holds(Relation("ne", by_state, ZERO))', ""),
    M("isolate", "orbits.step_isolate", "if not matches(found", "if matches(found"),
    M("isolate", "orbits.matches", "left.remove(kind)", "left.pop()"),
    M("isolate", "orbits.matches", "return not left", "return True"),
    M("isolate", "orbits.require_forms", "if not ring.equal(add(", "if False and not ring.equal(add("),
    M("isolate", "orbits.require_forms", "if not ring.equal(_determinant(C), det)", "if False"),
    M("isolate", "orbits.require_forms", "*goal.system, scale, determinant)", "*goal.system, determinant)"),
    M("isolate", "orbits.require_forms", "*goal.system, scale, determinant)", "*goal.system, scale)"),
    M("isolate", "orbits.require_forms", "for each in (s, det):", "for each in (det,):"),
    M("isolate", "orbits.require_forms", "for each in (s, det):", "for each in (s,):"),
    M("isolate", "orbits._determinant", "(-1) ** j", "1 ** j"),
    M("isolate", "orbits.equilibria_setting", "if listed != goal.unknowns", "if set(listed) != set(goal.unknowns)"),
    M("isolate", "orbits.kinds_found", "_kind(terms", "_kind(sought"),
    M(
        "isolate",
        "orbits._kind",
        '"sink" if rate < 0 else "source"',
        '"sink" if rate > 0 else "source"',
        only_loses=True,
    ),
    M(
        "isolate",
        "orbits._kind",
        '"sink" if rate < 0 else "source" if rate > 0',
        '"source" if rate < 0 else "sink" if rate > 0',
    ),
    M("isolate", "newton.all_zeros", "if one.meets(other)", "if False"),
    M("isolate", "newton.all_zeros", "if not any(one.contains(cell)", "if False and not any(one.contains(cell)"),
    M("isolate", "newton._belongs", "if False in verdicts", "if False"),
    M("isolate", "cover.setting", "if coordinate not in known or not low", "if False and not low"),
    M("isolate", "newton.kind", "if det < 0", "if det > 0"),
    M("isolate", "newton.kind", "if det > 0 and tr < 0", "if det > 0 and tr > 0"),
    M("count", "proof.refute", 'len(found) == len(goal.kinds) and ("any" in found', 'False and ("any" in found'),
    M("reversible", "orbits._require_period", "low <= period and", ""),
    M("reversible", "orbits._require_period", "and period <= high", ""),
    M("returns", "orbits._returns", "if not (slope > -1 and slope < 1)", "if not (slope > -1)"),
    M("returns", "orbits._returns", "(moves[0] > 0 and moves[1] < 0) or", "(moves[0] > 0 or moves[1] < 0) or"),
    M("returns", "orbits._require_in", "if 1 not in signs", "if False"),
    M("compare", "compare.step_compare", "if not ring.equal(slope", "if ring.equal(slope"),
    M("compare", "compare.step_compare", 'Relation("ge", source, ZERO)', 'Relation("ge", ZERO, source)'),
    M("compare", "compare.step_compare", "    if not way.shown(grows)", "    if False"),
    M("compare", "compare.step_compare", "if not context.whole", "if False"),
    M("compare", "compare.step_compare", "context.require_defined((*goal.flow.terms, g, slope, rate, source))", "pass"),
    M(
        "compare",
        "compare.step_compare",
        "grows = Relation(goal.relation.op, source, ZERO)",
        'grows = Relation("ge", source, ZERO)',
    ),
    M("compare", "compare._require_own", "if wrong is not None", "if False"),
    M("compare", "compare._require_start", "if not start.shown(goal.relation)", "if False"),
    M("compare", "compare._require_singular", 'Relation("gt", power, ZERO)', 'Relation("ge", power, ZERO)'),
    M("compare", "compare._require_singular", 'Relation("gt", power, ZERO)]', "]"),
    M("compare", "compare._require_singular", "if not close.shown(fact)", "if False"),
    M("compare", "compare._require_singular", '        Relation("ge", goal.relation.gap, below),\n', ""),
    M(
        "solution",
        "compare.step_solution",
        "if not ring.equal(slope, wanted, known) and not",
        "if False and not",
    ),
    M("solution", "compare.step_solution", "if not context.shown(fact.subs(at))", "if False"),
    M("solution", "compare.step_solution", "if not context.shown(fact.subs(there))", "if False"),
    M("solution", "compare.step_solution", "if sym not in goal.moving and variable in value.symbols", "if False"),
    M("solution", "compare._require_way", "if not context.shown(Relation(op, variable, low))", "if False"),
    M("rows", "context.Context.require_rows", "if own & tied and not tied <= own", "if False"),
    M("rows", "context.Context.require_rows", "(*self.assumed, *self._tied)", "self.assumed"),
    M("rows", "context.Context.require_rows", "own & self.single", "frozenset()"),
    M("rows", "context.Context.where", "for sym in said for each", "for sym in () for each"),
    M(
        "rows",
        "context.Context._branch",
        "branch._unmixed((*self.facts.relations, *_own(relations), *relations), *relations)",
        "[*branch._unmixed(self.facts.relations, *relations), *_own(relations), *relations]",
        equivalent="where one token is singled out no goal is shown, and no split speaks of a mean",
    ),
    M(
        "rows",
        "context.Context._unmixed",
        "if not self.single and all",
        "if all",
        equivalent="ring reads what was known before a branch without its equality, and no step there speaks of means",
    ),
    M("rows", "context.Context.modulo", "if not averaged & self._chosen(each)", "if True"),
    M("rows", "sign.Facts._shape", " or self.single_rows & set(args[1:])", ""),
    M("rows", "context.Context.modulo", "if not chosen & self._averaged(each.terms)", "if True"),
    M("rows", "calculus._between", "context.where", "context.under"),
    M("compare", "compare._require_own", "(*value.symbols, *hidden)", "value.symbols"),
    M(
        "follows",
        "compare.step_follows",
        "if not ring.equal(slope, wanted, known) and not",
        "if False and not",
    ),
    M("follows", "compare.step_follows", "if not place.shown(carry.relation(fact))", "if False"),
    M("follows", "compare.step_follows", "(start if once else way)", "(context if once else way)", only_loses=True),
    M("follows", "compare.step_follows", "place = context if deep(fact.terms) & frozen else", "place ="),
    M("follows", "compare.step_follows", "    if held is not None:", "    if False:"),
    M("follows", "compare._Carried._require_tokens", "set(own) != self._theirs", "False"),
    M("follows", "compare._Carried.__init__", "if sym not in theirs and wrong is not None", "if False"),
    M(
        "holds",
        "compare.step_holds",
        "    if not context.whole:",
        "    if False:",
        equivalent="every branch has to reach the goal, and one of them is the present one",
    ),
    M("compare", "compare._under_its_own_bound", "if condition == goal.relation", "if True"),
    M("compare", "compare._under_its_own_bound", 'Relation("gt", margin, ZERO)', 'Relation("ge", margin, ZERO)'),
    M("compare", "compare._under_its_own_bound", "if deep((value,)) & context.tokens", "if False"),
    M("compare", "compare._require_polynomials", 'if node.kind not in ("sym", "add", "mul") and', "if False and"),
    M("follows", "compare.step_follows", "if tuple(map(carry.relation, pair)) not in goal.supposing", "if False"),
    M("holds", "compare.step_holds", "    if not context.shown(goal.relation):", "    if False:"),
    M("opaque", "lie._slope", "if kind in OPAQUE", "if False", equivalent="what has no rule is refused at the end"),
    M("opaque", "term.integral", "if node.kind in OPAQUE and variable in node.symbols", "if False"),
    M("opaque", "ring.Ring._distance", "(node.kind, own, *names)", "(node.kind, *names)"),
    M("opaque", "ring.Ring._distance", "(node.kind, own, *names)", "(node.kind, own, *names[1:])"),
    M("cites", "rules._step_cites", "if schema.pointwise and not all(", "if False and not all("),
    M("flow", "compare.follow", "if ball.certain_sign(gap) != -1", "if ball.certain_sign(gap) == 1"),
    M("flow", "compare.follow", "if not fact.lasts(box, precision)", "if False"),
    M(
        "flow",
        "proof._refute_bound",
        "    _check_witness(Sequent(sequent.symbols, (*sequent.facts, *own)), point)\n",
        "",
    ),
    M("path", "path._fails", "    if decision is None or decision[0]:\n", "    if decision is None:\n"),
    M("path", "path._fails", "if not ring.equal(slope, wanted", "if False and not ring.equal(slope, wanted"),
    M(
        "path",
        "path._fails",
        "    context.require_defined(at.values())\n",
        "",
        equivalent="slopes and facts ask for the same",
    ),
    M("path", "path._fails", "        context.require_defined((slope, wanted))\n", ""),
    M("path", "path._fails", "*goal.during, *(fact", "*(fact"),
    M("path", "path._fails", ", *(fact for _, fact in goal.supposing)", ""),
    M("path", "path._fails", "(*sequent.facts, ", "("),
    M("path", "path._fails", "        if not _certain(on_path(fact, first), context):\n", "        if False:\n"),
    M("path", "path._fails", "for time in (0, until)", "for time in (until, until)"),
    M(
        "path",
        "path._fails",
        'Relation("ge", variable, ZERO), end',
        'Relation("ge", variable, ZERO), end, Relation("ge", ZERO, variable)',
    ),
    M("path", "path.along_path", "if not until > 0", "if until == 0"),
    M("path", "path.along_path", "or variable in sequent.symbols", ""),
    M("path", "path._require_values", "if found != wanted", "if found < wanted"),
    M(
        "path",
        "path._require_values",
        "if strange or set(value.symbols) - {variable}",
        "if strange",
        equivalent="what speaks of another symbol is shown for all its values, or not decided",
    ),
    M("path", "path._require_values", "    if wrong:\n", "    if False:\n"),
    M("path", "path._certain", "if decision is None or not decision[0]", "if decision is None"),
    M(
        "relative",
        "longtime.relative",
        '    off = _require(Relation("ne", gap, ZERO), place, "off the target")\n',
        "    off = EXACT\n",
    ),
    M("relative", "longtime.relative", "if not _vanishes(rate, place)", "if False"),
    M("relative", "longtime.relative", "    _unturned((*flow.terms, gap), place)\n", ""),
    M("relative", "longtime._from_every_start", '        _refuse(exception, point, "outside the exceptions")\n', ""),
    M(
        "relative",
        "longtime._same",
        "if ring.equal(turned, value)",
        "if not ring.equal(turned, value)",
        only_loses=True,
    ),
    M("relative", "longtime._require_stable", 'Relation("gt", each, ZERO)', 'Relation("gt", ZERO, each)'),
    M(
        "leaf",
        "longtime.leaf",
        '    off = _require(Relation("ne", gap, ZERO), place, "off the target")\n',
        "    off = EXACT\n",
    ),
    M("leaf", "longtime.leaf", "if not _vanishes(rate, place)", "if False"),
    M("leaf", "longtime.leaf", "if not ring.is_zero(add(*flow.terms))", "if False"),
    M("leaf", "longtime._from_every_start", '        _refuse(exception, point, "outside the exceptions")\n', ""),
    M("leaf", "longtime.leaf", "row[last])) for j", "matrix[last][j])) for j"),
]

ENGINES: list[Mutant] = [
    # Krawczyk's operator
    M("newton", "newton.unique", "ball > low and ball < high", "ball >= low and ball <= high"),
    M("newton", "newton.unique", "ball > low and", ""),
    M("newton", "newton.unique", "and ball < high", ""),
    M("newton", "newton._System.krawczyk", "total + ((1 if i == j else 0) - entry) * spread[j]", "total"),
    M(
        "newton",
        "newton._System.krawczyk",
        "self.jacobian(balls), self.values(middle)",
        "self.jacobian(middle), self.values(middle)",
    ),
    M("newton", "newton.stable", "if all(minor > 0", "if any(minor > 0"),
    M("newton", "newton.stable", "any(each < 0 for each in (*a, *minors))", "any(each > 0 for each in (*a, *minors))"),
    M("newton", "newton._characteristic", "total if k % 2 == 0 else -total", "total"),
    M("newton", "newton.determinant", "-entry * minor", "entry * minor"),
    M("newton", "newton.kind", "if det < 0", "if det > 0"),
    # quadrature
    M(
        "quadrature",
        "integral.antiderivative",
        '    _require_equal(slope, f, f"the derivative of {_short(F)} is")\n',
        "",
    ),
    M("quadrature", "integral.antiderivative", "if not known.holds(obligation) and not", "if False and not"),
    M("quadrature", "integral.agree", "if met != (True, at_point.EXACT)", "if False"),
    M(
        "quadrature",
        "integral.agree",
        '    _require_equal(slopes[0], slopes[1], f"the derivative of {_short(f)} is")\n',
        "",
    ),
    M(
        "quadrature",
        "integral.agree",
        "if not _holds_between(obligation, symbol, start, end, closed=False)",
        "if False",
    ),
    M("quadrature", "integral.tail", "        if not known.holds(relation)", "        if False"),
    M("quadrature", "continuation.Integrand.pair", "bool(analytic) or not z.imag.is_zero()", "False"),
    M("quadrature", "continuation.Integrand.pair", "mirrored[0], args[0]", "args[0], mirrored[0]"),
    M("quadrature", "continuation._part", "u.real_abs(analytic=cut)", "u.real_abs(analytic=False)"),
    M("quadrature", "continuation.Integrand._value", "u.sqrt(analytic=True)", "u.sqrt()"),
    M(
        "quadrature",
        "continuation.Integrand._value",
        "if u.real >= 0 or node in self.safe else NAN",
        "if True else NAN",
    ),
    M(
        "quadrature",
        "continuation._zero_over_zero",
        "if at_point.sign_at(top, here) != (0, at_point.EXACT)",
        "if False",
    ),
    M("quadrature", "interval._by_roots", "inside and (under == 0 or", "inside and False and (under == 0 or"),
    M("quadrature", "interval._within", "return ball.nonnegative(found)", "return True"),
    M("quadrature", "interval._at_end", 'if closed and op != "ge"', "if False"),
    M("quadrature", "interval._at_end", "order % 2 == 0 else -sign", "order % 2 == 1 else -sign"),
    M("quadrature", "interval._at_end", "return inside > 0 or", "return inside < 0 or"),
    # validated flows
    M("arcs", "arcs.Walk._rests", "if all(each < most or each == 0", "if any(each < most or each == 0"),
    M("arcs", "arcs.Walk._rests", "[(a + h * b).upper()", "[(a + 0 * b).upper()"),
    M("arcs", "arcs.Walk._defect", "* s**self.order / (1 - s)", "* s**(4 * self.order)"),
    M("arcs", "arcs.Walk._rests", "end = _applied((matrix * h).exp(), spread)", "end = [0 * each for each in spread]"),
    M("arcs", "arcs._widened", "each + arb(0, radius)", "each"),
    M("arcs", "arcs.Walk.advance", "self.time += length", "self.time += 2 * length"),
    M("arcs", "jets.Field.taylor", "root[k] / (k + 1)", "root[k]"),
    M("arcs", "jets.Field.comparison", "slope.real.upper() if i == j else slope.abs_upper()", "0 * slope.abs_upper()"),
    M("arcs", "jets._div", "a[k] - sum", "a[k] + sum"),
    M("arcs", "jets._square", "return total if k % 2 else total + a[half] * a[half]", "return total"),
    M("arcs", "jets._sqrt", "/ (2 * out[0])", "/ out[0]"),
    M("arcs", "flow._enclose", "number(-1), rate", "number(1), rate"),
    # derivatives
    M("lie", "lie._slope", "mul(args[1], power(z, args[1] - 1), dz)", "mul(power(z, args[1] - 1), dz)"),
    M("lie", "lie._slope", "power(z, args[1] - 1)", "power(z, args[1])"),
    M("lie", "lie._slope", "mul(number(-1), z, slopes[1])", "mul(z, slopes[1])"),
    M("lie", "lie._slope", "mul(number(2), re(mul(conj(z), dz)))", "re(mul(conj(z), dz))"),
    M("lie", "lie._slope", "return conj(dz)", "return dz"),
    M("lie", "lie._slope", "if slope is not ZERO:\n                pieces", "if at == 0:\n                pieces"),
    M("lie", "lie._CHAIN", '"cos": lambda z: mul(number(-1), sin(z))', '"cos": lambda z: sin(z)'),
    M(
        "lie",
        "lie._CHAIN",
        '"tan": lambda z: add(ONE, power(tan(z), 2))',
        '"tan": lambda z: add(ONE, mul(number(-1), power(tan(z), 2)))',
    ),
    M(
        "lie",
        "lie._CHAIN",
        '"sqrt": lambda z: div(ONE, mul(number(2), sqrt(z)))',
        '"sqrt": lambda z: div(ONE, sqrt(z))',
    ),
    M("lie", "lie._CHAIN", '"log": lambda z: div(ONE, z)', '"log": lambda z: z'),
    M(
        "lie",
        "lie._CHAIN",
        '"atan": lambda z: div(ONE, add(ONE, power(z, 2)))',
        '"atan": lambda z: div(ONE, add(ONE, mul(number(-1), power(z, 2))))',
    ),
    M("lie", "lie._CHAIN", "sqrt(add(ONE, mul(number(-1), power(z, 2))))", "sqrt(add(ONE, power(z, 2)))"),
    M("lie", "lie._CHAIN", "mul(number(-1), power(tanh(z), 2))", "power(tanh(z), 2)"),
    # manifest signs
    M("sign", "sign.Facts.holds", "self.signs(gap) <= OF_OP[wanted.op]", "self.signs(gap) & OF_OP[wanted.op]"),
    M("sign", "sign.Facts._known", "if factor > 0 else", "if factor < 0 else"),
    M("sign", "sign.Facts._known", "found &= turned", "found |= turned", only_loses=True),
    M("sign", "sign.Facts._shape", '("abs2", "abs")', '("abs2", "abs", "sin")'),
    M("sign", "sign.Facts._shape", "POSITIVE if self.nonzero(args[0]) else NONNEGATIVE", "POSITIVE"),
    M("sign", "sign.Facts._shape", "POSITIVE if self._signs[args[0]] <= POSITIVE else NONNEGATIVE", "POSITIVE"),
    M("sign", "sign.Facts._shape", "NONNEGATIVE if node.payload[1]", "POSITIVE if node.payload[1]"),
    M("sign", "sign.Facts._shape", "ANY if mixed else body", "body"),
    M("sign", "sign.Facts._shape", "self._signs[args[1]] - {0}", "POSITIVE"),
    M("sign", "sign.Facts._shape", '("sinh", "tanh", "atan", "asin")', '("sinh", "tanh", "atan", "asin", "sin")'),
    M("sign", "sign.Facts._shape", "found != ANY", "found == ANY", only_loses=True),
    M("sign", "sign.Facts._sum_with_facts", "left.remove(arg)", "pass", only_loses=True),
    M(
        "sign",
        "sign.Facts._sum_with_facts",
        "if arg not in left",
        "if False",
        equivalent="the summand is missed when it is removed",
    ),
    M("sign", "sign.Facts._power", "if 0 not in base or k == 0 else NONNEGATIVE", "if True else NONNEGATIVE"),
    M("sign", "sign.Facts._power", "if k % 2 == 0", "if k % 2 == 1"),
    M("sign", "sign.Facts._power", "base = base - {0}", "base = base", only_loses=True),
    M("sign", "sign._sum", "if all(-side not in each", "if any(-side not in each"),
    M("sign", "sign._sum", "if strict else frozenset((0, side))", "if True else frozenset((0, side))"),
    M("sign", "sign._sum", "any(0 not in each", "all(0 not in each", only_loses=True),
    M("sign", "sign._product", "a * b for a", "abs(a * b) for a"),
    M("sign", "sign._extreme", 'max if kind == "max" else min', 'max if kind == "min" else min'),
    M("sign", "sign._ratio", "(factor > 0) - (factor < 0)", "1"),
    M("sign", "sign.Facts._complex_nonzero", 'kind == "mul" and all(', 'kind == "mul" and any('),
    M("sign", "sign.Facts._complex_nonzero", 'kind in ("i", "exp")', 'kind in ("i", "exp", "conj")'),
    M("sign", "sign.Facts._complex_nonzero", "_same(known.gap, value) for", "_same(known.gap, value) or True for"),
    # roots
    M("roots", "roots.pieces", "sample = low + 1", "sample = low - 1"),
    M("roots", "roots.pieces", "sample = high - 1 if", "sample = high + 1 if"),
    M(
        "roots",
        "roots.pieces",
        "(low + high) / 2 if low < high",
        "low if low < high",
        equivalent="the upper end of an isolating interval lies before the next root",
    ),
    M("roots", "roots.pieces", "sign_at_root(poly, roots[at]) for", "sign_at(poly, roots[at].high) for"),
    M("roots", "roots.sign_at_root", "        return 0\n    while", "        return 1\n    while"),
    M(
        "roots",
        "roots.sign_at_root",
        "while poly.degree() > 0 and (",
        "while False and (",
        equivalent="pieces isolates the roots of all at once",
    ),
    # covers
    M("cover", "cover.certainly_holds", "return bool(low >= 0)", "return bool(high >= 0)"),
    M(
        "cover",
        "cover.certainly_holds",
        'if op == "gt":\n        return bool(low > 0)',
        'if op == "gt":\n        return bool(low >= 0)',
    ),
    M("cover", "cover.certainly_holds", "bool(low > 0 or high < 0)", "bool(low >= 0 or high < 0)"),
    M("cover", "cover.certainly_holds", "or high < 0)", "or high <= 0)"),
    M("cover", "cover.certainly_fails", "return bool(high <= 0)", "return bool(low <= 0)"),
    M("cover", "cover.certainly_fails", "return bool(high < 0)", "return bool(low < 0)"),
    M("cover", "cover.certainly_fails", "bool(low > 0 or high < 0)", "bool(low < 0 or high < 0)"),
    M("cover", "cover.Quantity.bounds", "1 if slope >= 0 else", "1 if slope <= 0 else"),
    M("cover", "cover.Quantity.bounds", "self._sign_at(bottom) == 0", "self._sign_at(bottom) != 1"),
    M(
        "cover",
        "cover.Quantity.bounds",
        "if not whole.is_finite()",
        "if False",
        equivalent="a ball that is not finite compares with nothing",
    ),
    M("cover", "cover.Quantity._mean_value", "total = total + slope * reach", "total = total"),
    M("cover", "cells._check_tree", "    if due:\n", "    if not due:\n"),
    M("cover", "cells.Cell.halves", "upper._take(self, axis, middle + shift", "upper._take(self, axis, middle - shift"),
    M("cover", "cells._bounds", "if slope > 0 or", "if slope < 0 or"),
    M("cover", "cells._root_above", "isqrt(p * q << 40) + 1", "isqrt(p * q << 40)"),
    M("cover", "cells.Split.relation", 'if relation.op == "eq" else', 'if relation.op == "ne" else'),
    # normal forms
    M("ring", "ring.Ring._solve", "if len(pure) != 1 or", "if"),
    M("ring", "ring.Ring._solve", "-c / lead", "c / lead"),
    M("ring", "ring.Ring._solve", "if len(pure) != 1 or sum(pure[0]) != degree", "if len(pure) != 1"),
    M(
        "ring",
        "ring.Ring._solve",
        "reversed(range(len(self.names)))",
        "range(len(self.names))",
        equivalent="any generator with a pure power may go",
    ),
    M("ring", "ring.Ring._rewrite", "self._raised(value, times)", "value"),
    M("ring", "ring.Ring._times", "self._mul(a, c) - self._mul(b, d)", "self._mul(a, c) + self._mul(b, d)"),
    M("ring", "ring.Ring._plus", "self._check(a + c)", "self._check(a - c)"),
    M("ring", "ring.Ring._conj", "-value.im", "value.im"),
    M("ring", "ring.Ring._inverse", "self._mul(-value.im, above)", "self._mul(value.im, above)"),
    M("ring", "ring.Ring._turn", "1 - c**2", "1 + c**2"),
    M("ring", "ring.Ring._unit", "if steps > 0 else self._conj(unit)", "if True else self._conj(unit)"),
    M("ring", "ring.Ring._value_of_root", "prime ** (k // 2)", "prime ** k"),
    M("ring", "ring.Ring._root", "(2, square.re)", "(1, square.re)"),
    M(
        "ring",
        "ring.Ring._root_of_unity",
        "Fraction(1, 6): mul(half, three) + mul(half, I)",
        "Fraction(1, 6): mul(half, I, three) + half",
    ),
    M("ring", "ring.Ring._root_of_unity", "int(turns), ONE", "-int(turns), ONE"),
    M("ring", "ring.Ring._mean", "rest *= self._gen", "self._gen"),
    M("ring", "ring.Ring._mean", ", *self._names(factors))", ")"),
    M("ring", "ring.Ring._grouped", "max(0, e - powers.get(k, 0))", "e", only_loses=True),
    M("ring", "ring.Ring._grouped", "(self.ctx.gen(k), e - own[k])", "(self.ctx.gen(k), 1)"),
    M("ring", "ring.Ring._node_power", "int(shift - lowest)", "0"),
    # exact values
    M("point", "exact._gauss_mul", "a[0] * b[0] - a[1] * b[1]", "a[0] * b[0] + a[1] * b[1]"),
    M("point", "exact._inverse", "-b / norm", "b / norm"),
    M("point", "exact._inverse", "if value.is_zero", "if False", equivalent="Python does not divide by zero either"),
    M("point", "exact._conj", "(value.gauss[0], -value.gauss[1])", "(value.gauss[0], value.gauss[1])"),
    M("point", "exact._unit", "(1 - t * t) / norm", "(1 + t * t) / norm"),
    M("point", "exact._node", '(kind == "max")', '(kind == "min")'),
    M(
        "point",
        "exact.Exact.sign",
        "(self.gauss[0] > 0) - (self.gauss[0] < 0)",
        "(self.gauss[0] >= 0) - (self.gauss[0] < 0)",
    ),
    M("point", "exact.Exact.side", "if low > 0 or high < 0", "if high > 0 or low < 0"),
    M("point", "exact.Exact._settle", "if self.angles", "if False"),
    # balls
    M("point", "ball.certain_sign", "if ball > 0", "if not ball < 0"),
    M("point", "ball.known_nonzero", "not ball.contains(0)", "not ball.contains(1)"),
]


assert (
    laws_of_calculus.LAWS
    is laws_of_crossing.LAWS
    is laws_of_leaves.LAWS
    is laws_of_modes.LAWS
    is laws_of_orbits.LAWS
    is laws_of_tokens.LAWS
    is LAWS
)  # they add to one table

ALL = [*MUTANTS, *CALCULUS, *ORBITS, *laws_of_modes.MODES, *laws_of_crossing.CROSSINGS, *ENGINES]


@pytest.mark.parametrize(
    "case", [(name, each) for name, cases in LAWS.items() for each in cases], ids=lambda c: f"{c[0]}: {c[1].name}"
)
def test_a_law_holds(case: tuple[str, Case]) -> None:
    _, each = case
    assert outcome(each) == (ACCEPTED if each.true else REFUSED)


@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_a_law_notices(mutant: Mutant) -> None:
    lets, loses = killed_by(mutant, LAWS[mutant.law])
    if mutant.equivalent:
        assert lets is None and loses is None, f"not equivalent: {(lets or loses).name}"  # type: ignore[union-attr]
    elif mutant.only_loses:
        assert lets is None, f"it accepts what is false: {lets.name}; the table says that it only refuses"
        assert loses is not None, "it survives: no law notices"
    else:
        assert lets is not None, f"it accepts nothing that is false{'; it refuses ' + loses.name if loses else ''}"


def test_every_rule_has_a_mutant() -> None:
    """The list of rules without one is exact: it names rules that exist and have none."""
    covered = Counter(mutant.law for mutant in ALL if not mutant.equivalent and not mutant.only_loses)
    assert set(RULES) >= NOT_YET_COVERED, "a rule that does not exist"
    assert not NOT_YET_COVERED & set(covered), "rules that have mutants by now"
    assert set(RULES) - NOT_YET_COVERED <= set(covered), "rules without a mutant; add them, or list them"
    assert set(covered) <= set(LAWS)


def test_the_source_is_put_back() -> None:
    """After a mutant the kernel is what it was; a substring that is gone is said to be gone."""
    for mutant in MUTANTS[:3]:
        killed_by(mutant, LAWS[mutant.law])
        assert all(outcome(case) == (ACCEPTED if case.true else REFUSED) for case in LAWS[mutant.law])
    with pytest.raises(AssertionError, match="out of date"), mutated("sign._sum", "no such text", ""):
        pass
    with pytest.raises(AssertionError, match="there is no"), mutated("sign._nothing", "a", "b"):
        pass
