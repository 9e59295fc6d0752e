"""Sensitivity of a function of numbers between 0 and 1: what to evaluate, and what follows from it."""
import numpy

# openturns and scipy take a second to load, so functions import them when they are needed.

RESAMPLES = 1000  # of a bootstrap
LEVELS = 4  # of the grid of Morris; its step is then 2/3 of the range


def unit_cube(dimensions):
    import openturns
    return openturns.ComposedDistribution([openturns.Uniform(0, 1)] * dimensions)


def latin_hypercube(dimensions, size, seed):
    import openturns
    openturns.RandomGenerator.SetSeed(seed)
    experiment = openturns.LHSExperiment(unit_cube(dimensions), size)
    experiment.setAlwaysShuffle(True)
    return numpy.array(experiment.generate())


def morris_design(dimensions, trajectories, seed):
    """Of shape (trajectories, dimensions + 1, dimensions): each row of a trajectory changes one input of the row
    before (Morris, Technometrics 33(2), 1991)."""
    random = numpy.random.default_rng(seed)
    step = LEVELS / (2 * (LEVELS - 1))
    design = numpy.empty((trajectories, dimensions + 1, dimensions))
    for trajectory in design:
        at = random.integers(0, LEVELS // 2, dimensions) / (LEVELS - 1)
        up = random.random(dimensions) < 0.5
        trajectory[0] = numpy.where(up, at, at + step)
        for number, changed in enumerate(random.permutation(dimensions), start=1):
            trajectory[number] = trajectory[number - 1]
            trajectory[number, changed] += step if up[changed] else -step
    return design


def morris_effects(design, outputs, level=0.95, seed=1):
    """For each input mu, mu_star (Campolongo et al., 2007) with its interval, sigma, and the number of effects.
    `outputs` has shape (trajectories, dimensions + 1); NaN where a point has none."""
    effects = [[] for _ in range(design.shape[2])]
    for trajectory, values in zip(design, outputs):
        for before, after, y, z in zip(trajectory, trajectory[1:], values, values[1:]):
            changed = int(numpy.argmax(numpy.abs(after - before)))
            if numpy.isfinite(y) and numpy.isfinite(z):
                effects[changed].append((z - y) / (after[changed] - before[changed]))
    random = numpy.random.default_rng(seed)
    return [morris_row(numpy.array(each), level, random) for each in effects]


def morris_row(effects, level, random):
    """With a bootstrap interval of mu_star, which is never negative, as a mean of sizes never is."""
    if len(effects) < 2:
        return {"mu": None, "mu_star": None, "low": None, "high": None, "sigma": None, "effects": len(effects)}
    size = numpy.abs(effects)
    means = size[random.integers(0, len(size), (RESAMPLES, len(size)))].mean(axis=1)
    low, _, high = interval(means, level)
    return {"mu": float(effects.mean()), "mu_star": float(size.mean()), "low": low, "high": high,
            "sigma": float(effects.std(ddof=1)), "effects": len(effects)}


def sobol_design(dimensions, size, seed):
    """Of shape (dimensions + 2, size, dimensions): the samples A and B, and A with one column of B each."""
    import openturns
    openturns.RandomGenerator.SetSeed(seed)
    # A scrambled Sobol' sequence spreads more evenly than independent draws; intervals are then rather too wide.
    sequence = openturns.LowDiscrepancyExperiment(openturns.SobolSequence(), unit_cube(dimensions), size, True)
    experiment = openturns.SobolIndicesExperiment(sequence, False)
    return numpy.array(experiment.generate()).reshape(dimensions + 2, size, dimensions)


def sobol_indices(design, outputs, level=0.95, seed=1):
    """For each input its first-order and total index with their intervals. `outputs` has shape (dimensions + 2, size);
    samples of which a point has none (NaN) are left out. None if nothing varies."""
    usable = outputs[:, numpy.isfinite(outputs).all(axis=0)]
    size, dimensions = usable.shape[1], design.shape[2]
    if size < 2 or numpy.ptp(usable[:2]) == 0:
        return None
    first, total = constrained(*martinez(usable, numpy.ones((1, size))))
    random = numpy.random.default_rng(seed)
    weights = random.multinomial(size, numpy.full(size, 1 / size), RESAMPLES).astype(float)
    firsts, totals = constrained(*martinez(usable, weights))
    columns = []
    for value, resampled in ((first, firsts), (total, totals)):
        ends = [interval(resampled[:, number], level) for number in range(dimensions)]
        columns += [value[0], [end[0] for end in ends], [end[2] for end in ends]]
    names = ("first", "first_low", "first_high", "total", "total_low", "total_high")
    return [dict(zip(names, (float(value) for value in row))) for row in zip(*columns)]


def martinez(outputs, weights):
    """First-order and total indices (Martinez, 2011), a row for each row of weights of the samples."""
    outputs = outputs - outputs[:2].mean()
    before, other, mixed = outputs[0], outputs[1], outputs[2:]
    first = numpy.column_stack([correlations(other, each, weights) for each in mixed])
    total = 1 - numpy.column_stack([correlations(before, each, weights) for each in mixed])
    return first, total


def correlations(a, b, weights):
    """Of the samples a and b, for each row of weights; 0 where one of them does not vary."""
    sums = weights.sum(axis=1)
    mean_a, mean_b = weights @ a / sums, weights @ b / sums
    covariance = weights @ (a * b) / sums - mean_a * mean_b
    variance_a, variance_b = weights @ a**2 / sums - mean_a**2, weights @ b**2 / sums - mean_b**2
    product = numpy.maximum(variance_a, 0) * numpy.maximum(variance_b, 0)
    return numpy.divide(covariance, numpy.sqrt(product), out=numpy.zeros_like(covariance), where=product > 0)


def constrained(first, total):
    """The nearest shares that can be: 0 <= first <= total <= 1. An estimate of independent sums need not be one."""
    crossed = first > total
    middle = (first + total) / 2
    first, total = numpy.where(crossed, middle, first), numpy.where(crossed, middle, total)
    return numpy.clip(first, 0, 1), numpy.clip(total, 0, 1)


def rank_correlations(inputs, outputs):
    """Spearman's, of each input with the output; 0 for an input or output that does not vary."""
    from scipy import stats
    if numpy.ptp(outputs) == 0:
        return [0.0] * inputs.shape[1]
    return [float(stats.spearmanr(column, outputs)[0]) if numpy.ptp(column) > 0 else 0.0 for column in inputs.T]


def interval(outputs, level):
    """The quantiles that leave the same share out at both ends, and the median."""
    rest = (1 - level) / 2
    low, middle, high = numpy.quantile(outputs, [rest, 0.5, 1 - rest])
    return float(low), float(middle), float(high)


def non_dominated(costs):
    """Whether no other row is as good in all columns and better in one; all are to be small."""
    costs = numpy.asarray(costs, dtype=float)
    return [not numpy.any(numpy.all(costs <= row, axis=1) & numpy.any(costs < row, axis=1)) for row in costs]
