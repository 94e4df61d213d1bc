"""Transport on the circle: with the chordal cost the best plan need not be a cyclic shift, as it is with arc length.

The points have the stereographic parameters 1/4, 3/4, 9/4 and -11/4, -5/4, -1/4, each in the order of the circle. The
best shift costs 2.547, the best plan, which turns the order around, 2.269: W_2^2 differs by more than .2776. To two
atoms the best plan is greedy: of two tokens the one with the greater c_a - c_b goes to b, or exchanging them costs no
more (arXiv 2605.10931; not in the paper).
"""

from fractions import Fraction
from itertools import permutations

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Real, Space, When, ge, norm2, vector

S = Space(a1=Real(), b1=Real(), a2=Real(), b2=Real())
a1, b1, a2, b2 = S.symbols


def point(parameter):
    t = Fraction(parameter)
    return vector((1 - t**2) / (1 + t**2), 2 * t / (1 + t**2))


FROM, TO = ([point(each) for each in names] for names in (("1/4", "3/4", "9/4"), ("-11/4", "-5/4", "-1/4")))


def cost(order):
    return sum(norm2(x - TO[at]) for x, at in zip(FROM, order, strict=True)) / 3


best, SHIFTS = cost((2, 1, 0)), ((0, 1, 2), (1, 2, 0), (2, 0, 1))
plans = {
    f"plan{''.join(map(str, each))}": Inequality(best, "<=", cost(each))
    for each in permutations(range(3))
    if each != (2, 1, 0)
}
shifts = {f"shift{each[0]}": Inequality(cost(each), ">", best + Fraction(2776, 10000)) for each in SHIFTS}

claim = Claim(
    "low_temperature.transport.chordal",
    S,
    title="Chordal transport on the circle is not a cyclic shift; to two atoms it is greedy",
    source=LOW_2026.at("Wasserstein distances on the circle; not in the paper"),
    shows=All(
        **plans,
        **shifts,
        exchange=When([ge(a1 - b1, a2 - b2)], Inequality(a1 + b2, ">=", b1 + a2)),
    ),
    mutants={
        "shift": Inequality(cost((1, 2, 0)), "<=", best),
        "more": Inequality(cost((1, 2, 0)), ">=", best + Fraction(2777, 10000)),
        "any": Inequality(a1 + b2, ">=", b1 + a2),
    },
)
