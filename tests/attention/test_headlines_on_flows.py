"""The headlines of low temperature on real flows: attention satisfies every line of their statements.

A bound says something only of solutions that keep what stands under `while` and `supposing`. Here tokens move by
X' = P_X V m(X) at temperature 1/beta beside their partners Y' = P_Y V u(Y), u(x) = Mx/|Mx|; from them every symbol of
a statement is computed as its module's page says, with B = V M. Then the statement's own Terms are read: domains,
start, rates, hypotheses on the way, and the bound, against what the coupling of X with its limit costs. The integrator
is the test's own.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from theorems.low_temperature import headline, headline_measured, headline_sharp, headline_tokens, stability_tokens
from verify.kernel.term import postorder
from verify.readings.batch import compile_batch

TIMES, STEP = (0.0, 0.1, 0.4, 1.0, 3.0), 0.1


def unit(x):
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def across(x, v):
    return v - (x * v).sum(axis=-1, keepdims=True) * x


def drawn(x, M, beta):
    """m(x) of every token, beta None: u(x)."""
    if beta is None:
        return unit(x @ M.T)
    score = beta * (x @ M.T) @ x.swapaxes(-1, -2)
    weight = np.exp(score - score.max(axis=-1, keepdims=True))
    return weight @ x / weight.sum(axis=-1, keepdims=True)


def orbit(x, M, V, beta):
    """The tokens at TIMES, shape (times, n, d)."""
    kept = [x]
    for begin, end in pairwise(TIMES):
        steps = int(np.ceil((end - begin) / STEP))
        h = (end - begin) / steps
        for _ in range(steps):
            slopes = [np.zeros_like(x)]
            for part in (0, h / 2, h / 2, h):
                at = x + part * slopes[-1]
                slopes.append(across(at, drawn(at, M, beta) @ V.T))
            x = unit(x + h / 6 * (slopes[1] + 2 * slopes[2] + 2 * slopes[3] + slopes[4]))
        kept.append(x)
    return np.stack(kept)


class Tokens:
    """X and Y from the start x, shape (n, d), and the values of the symbols of the headlines by name."""

    def __init__(self, x, M, V, beta, B=None):
        B, d = V @ M if B is None else B, x.shape[1]
        X, Y = orbit(x, M, V, beta), orbit(x, M, V, None)
        values, vectors = np.linalg.eigh((B + B.T) / 2)
        e, singular = vectors[:, -1], np.linalg.svd(M, compute_uv=False)
        a, b = drawn(X, M, None) @ V.T, drawn(Y, M, None) @ V.T
        v = drawn(X, M, beta) @ V.T - a
        y = Y @ e
        h = unit(Y - y[..., None] * e)
        P = np.stack([X @ e, (X * h).sum(axis=-1), np.zeros_like(y)], axis=-1)
        P[..., 2] = np.sqrt(np.maximum(1 - (P**2).sum(axis=-1), 0))
        blocks = {"X": X, "Y": Y, "a": a, "b": b, "v": v, "P": P, "Q": np.stack([y, (Y * h).sum(axis=-1)], axis=-1)}
        self.tokens = {"D": ((X - Y) ** 2).sum(axis=-1), "z": np.broadcast_to(np.abs(x @ e), y.shape)}
        self.tokens |= {"R": (Y * (Y @ B.T)).sum(axis=-1), "size": np.linalg.norm(Y @ M.T, axis=-1)}
        for name, block in blocks.items():
            column = "1" if name in "abv" else ""
            self.tokens |= {f"{name}{i + 1}{column}": block[..., i] for i in range(block.shape[-1])}
            self.tokens |= {f"{name}{i}{column}": np.zeros_like(y) for i in range(block.shape[-1] + 1, 5)}
        self.scalars = {"l1": values[-1], "l2": values[-2], "ld": values[0], "s1": singular[0], "sd": singular[-1]}
        self.scalars |= {"k": singular[0] / singular[-1], "V": np.linalg.norm(V, 2), "beta": beta, "d": d, "c": 1e-9}
        self.scalars |= {"unit": (beta * singular[-1]) ** -0.5, "lam": np.log(beta * singular[-1])}
        self.scalars["s"] = np.sqrt((v**2).sum(axis=-1).mean(axis=1).max())
        self.parts = 2 * ((X - Y) * (across(X, a + v) - across(Y, b))).sum(axis=-1)
        self.moves = across(Y, b) @ e
        self.limit, self.P = np.sign(y), P

    def gaps(self, space, relation):
        """left - right, shape (times, 1) or, where it is of one token outside means, (times, n)."""
        term, shape = relation.gap, (len(TIMES), 1)
        within = any(node.kind == "mean" for node in postorder(term))
        if not within and any(sym in space.tokens for sym in term.symbols):
            shape = self.moves.shape
        at = {}
        for sym in space.scalars:
            name = str(sym)
            value = self.tokens.get(name, self.scalars.get(name))
            value = np.array(TIMES)[:, None] if name == "t" else value
            at[sym] = np.broadcast_to(value, self.moves.shape if name in self.tokens else (len(TIMES), 1))
            if not within and sym in term.symbols:
                at[sym] = np.broadcast_to(at[sym], shape).ravel()
            elif sym not in space.tokens:
                at[sym] = at[sym].ravel()
        used = {sym: at[sym] for sym in at if sym in term.symbols or (within and sym in space.tokens)}
        (found,) = compile_batch([term], list(used)).values(used)
        return np.broadcast_to(found.reshape(-1, shape[1] if found.size > 1 else 1), shape)

    def broken(self, space, relations, times=slice(None)):
        """The relations that some token breaks at some time."""
        found = []
        for each in relations:
            gap = self.gaps(space, each)[times]
            if not (np.abs(gap) < 1e-7 if each.op == "eq" else gap > -1e-7).all():
                found.append(f"{each.op} by {gap.min():.2g}: {each}")
        return found

    def judged(self, claim, cost):
        """(lines of the statement that are broken, costs over the bound at the times after the start)."""
        goal, space = claim.sequent.goal("main"), claim.space
        lines = self.broken(space, (*claim.sequent.facts, *goal.during))
        lines += self.broken(space, goal.starts, slice(1))
        for condition, fact in goal.supposing:
            assert (self.gaps(space, condition) >= 0).all(), "the fact is supposed of none of these times"
            lines += self.broken(space, [fact])
        for state, rate in zip(goal.flow.states, goal.flow.terms, strict=True):
            true = {"D": self.parts, "Q1": self.moves, "t": np.ones(1)}[str(state)]
            if np.abs(self.gaps(space, _Is(rate)) - true).max() > 1e-6:
                lines.append(f"rate of {state}")
        assert goal.relation.op == "ge"
        return lines, cost[1:] / self.gaps(space, _Is(goal.relation.left))[1:, 0]

    def to(self, end):
        """W_2 of X to the point `end` of the line of e_1, by the coupling of a token with its own."""
        return np.sqrt(((self.P[..., 0] - end) ** 2 + (self.P[..., 1:] ** 2).sum(axis=-1)).mean(axis=1))


class _Is:
    """A Term where a relation is read."""

    def __init__(self, term):
        self.gap = term


PEAK, MATRIX = 0.5, np.array([[1.2, 0.3], [-0.2, 0.8]])


def smooth(n):
    """n equal parts of the density (1 + PEAK cos(angle - 1))/2 pi on the circle."""
    fine = np.linspace(0, 2 * np.pi, 20_001)
    share = (fine + PEAK * (np.sin(fine - 1) + np.sin(1))) / (2 * np.pi)
    angle = np.interp((np.arange(n) + 0.5) / n, share, fine)
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def mean_field(M, B, beta, n=120, value=None):
    """A ball of radius h about any point has at least (1 - PEAK) h/pi; the density is at most 1 + PEAK."""
    found = Tokens(smooth(n), M, B @ np.linalg.inv(M) if value is None else value, beta, B=None if value is None else B)
    found.scalars |= {"less": np.log(np.pi / (1 - PEAK)), "rho": 1 + PEAK, "f": 1 / np.pi}
    return found


TURNED = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
B = TURNED @ np.diag([1.0, 0.3]) @ TURNED.T


@pytest.mark.parametrize("beta", [0.3, 5, 60])
def test_the_mean_field_keeps_every_line_of_its_headline(beta):
    flow = mean_field(MATRIX, B, beta)
    for claim in (headline.claim, headline_sharp.claim):
        if claim is headline.claim or flow.scalars["lam"] > 0:
            lines, ratio = flow.judged(claim, flow.to(flow.limit))
            assert lines == []
            assert 1e-2 < ratio[0] < 1 and (ratio < 1).all()


def test_the_mean_field_on_the_sphere_keeps_every_line_of_its_headline():
    """300 points of a turned lattice for the uniform law, whose balls have the mass h^2/4; M is not symmetric."""
    rng, part = np.random.default_rng(0), np.arange(300) + 0.5
    height, angle = 1 - part / 150, np.pi * (1 + 5**0.5) * part
    flat = np.sqrt(1 - height**2)
    x = (
        np.stack([flat * np.cos(angle), flat * np.sin(angle), height], axis=-1)
        @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
    )
    M = np.eye(3) + 0.3 * rng.normal(size=(3, 3))
    flow = Tokens(x, M, np.diag([1.0, 0.2, -0.5]) @ np.linalg.inv(M), 20)
    flow.scalars |= {"less": np.log(4), "rho": 1.0, "f": 0.5}
    lines, ratio = flow.judged(headline.claim, flow.to(flow.limit))
    assert lines == [] and 1e-2 < ratio[0] < 1


def test_the_order_of_v_and_m_matters():
    """With B = M V in the place of V M the rate of |P_E Y| is another one, and so is what bounds R."""
    V = B @ np.linalg.inv(MATRIX)
    flow = mean_field(MATRIX, MATRIX @ V, 5, value=V)
    lines, _ = flow.judged(headline.claim, flow.to(flow.limit))
    assert "rate of Q1" in lines


@pytest.mark.parametrize(
    ("name", "line"), [("V", "V**2 >= b11"), ("s1", "s1 >= size"), ("rho", "Mean"), ("l2", ">= R")]
)
def test_a_smaller_constant_breaks_its_line(name, line):
    flow = mean_field(MATRIX, B, 5)
    flow.scalars[name] *= 0.3
    lines, _ = flow.judged(headline.claim, flow.to(flow.limit))
    assert any(line in each for each in lines)


@pytest.mark.parametrize(("d", "constant"), [(2, 20 / np.e), (3, 288 / (5 * np.e))])
def test_few_tokens_keep_every_line_of_their_headlines(d, constant):
    """Their own rho f: the largest quotient, over time, of the mean of what is allowed by 4 exp(-g t)."""
    rng, n, beta = np.random.default_rng(d), 24, 40
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    V = turn @ np.diag([-0.4, 0.2, 0.9][3 - d :]) @ turn.T
    flow = Tokens(unit(rng.normal(size=(n, d))), np.eye(d), V, beta)
    assert flow.scalars["s"] ** 2 <= flow.scalars["V"] ** 2 * constant / beta
    flow.scalars["s"] = flow.scalars["V"] * np.sqrt(constant / beta)
    e = np.exp(-(flow.scalars["l1"] - flow.scalars["l2"]) * np.array(TIMES))[:, None]
    z = flow.tokens["z"]
    allowed = (2 - 2 * z / np.sqrt(z**2 + e**2 * (1 - z**2))).mean(axis=1)
    flow.scalars |= {"rho": 1.0, "f": (allowed / (4 * e[:, 0])).max()}
    lines, ratio = flow.judged(headline_tokens.claim, flow.to(flow.limit))
    assert lines == [] and 1e-2 < ratio.max() < 1
    lines, ratio = flow.judged(stability_tokens.claim, flow.tokens["D"].mean(axis=1))
    assert lines == [] and 1e-6 < ratio.max() < 1
    moved = np.arange(n) < 3  # three tokens more are on this side than there should be
    flow.tokens["Psi"], flow.scalars["delta"] = np.where(moved, -flow.limit, flow.limit), 3 / n
    lines, ratio = flow.judged(headline_measured.claim, flow.to(flow.tokens["Psi"]))
    assert lines == [] and 1e-2 < ratio.max() < 1
