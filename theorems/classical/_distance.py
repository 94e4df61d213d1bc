"""What the results on the Wasserstein distance ask: a Term that is one."""

from verify.kernel.term import TermError, binds


def parts(distance):
    """(p, coordinates of X, coordinates of Y, the token's symbols) of W_p(X, Y)."""
    if distance.kind != "wasserstein":
        raise TermError(f"a Wasserstein distance is needed; found {distance}")
    p, k = (int(each.payload) for each in distance.args[:2])
    points = distance.args[2 : 2 + 2 * k]
    return p, points[:k], points[k:], binds(distance)
