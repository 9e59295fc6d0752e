"""Least squares within bounds: damped Gauss-Newton steps, then a search along each knob.

Knobs are scaled to 0..1 between their limits. The derivatives are differences over a twentieth of
that range, because the model works in whole clocks and is rough in the small.
"""

DIFFERENCE = 0.05
DAMPINGS = (1e-4, 1e-2, 1.0)
SEARCH_STEPS = (0.04, 0.01)


def cost(errors):
    return sum(error * error for error in errors)


def _solve(matrix, right):
    """Gaussian elimination with pivoting; `matrix` is small and positive definite."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    result = [0.0] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * result[j] for j in range(i + 1, n))
        result[i] = (rows[i][n] - known) / rows[i][i]
    return result


class Solver:
    def __init__(self, model, log):
        self.model, self.log = model, log
        self.knobs = model.knobs

    def _moved(self, values, i, by):
        knob = self.knobs[i]
        step = by * (knob.high - knob.low)
        return values[:i] + [knob.clipped(values[i] + step)] + values[i + 1:]

    def _slopes(self, values, errors):
        """For each knob the change of each error over the whole range of the knob."""
        columns = []
        for i, knob in enumerate(self.knobs):
            other = self._moved(values, i, DIFFERENCE)
            if other == values:
                other = self._moved(values, i, -DIFFERENCE)
            distance = (other[i] - values[i]) / (knob.high - knob.low)
            changed = self.model.errors(other)
            columns.append([(b - a) / distance if distance else 0.0
                            for a, b in zip(errors, changed)])
        return columns

    def _step(self, values, errors, columns, damping):
        n = len(values)
        scale = max(cost(column) for column in columns) or 1.0
        normal = [[sum(a * b for a, b in zip(columns[i], columns[j])) +
                   (damping * scale if i == j else 0.0) for j in range(n)] for i in range(n)]
        right = [-sum(a * e for a, e in zip(column, errors)) for column in columns]
        moves = _solve(normal, right)
        return [knob.clipped(value + move * (knob.high - knob.low))
                for knob, value, move in zip(self.knobs, values, moves)]

    def _better_step(self, values):
        errors = self.model.errors(values)
        columns = self._slopes(values, errors)
        tried = [self._step(values, errors, columns, damping) for damping in DAMPINGS]
        best = min(tried, key=lambda v: cost(self.model.errors(v)))
        return best if cost(self.model.errors(best)) < cost(errors) else values

    def _better_along_a_knob(self, values, step):
        best = values
        for i in range(len(values)):
            for by in (step, -step):
                other = self._moved(best, i, by)
                if cost(self.model.errors(other)) < cost(self.model.errors(best)):
                    best = other
        return best

    def _repeat(self, name, values, improve, rounds):
        for round_ in range(rounds):
            better = improve(values)
            if better == values:
                break
            values = better
            self.log(f"{name} {round_ + 1}", values, self.model.errors(values))
        return values

    def solve(self, rounds):
        values = [knob.clipped(knob.start) for knob in self.knobs]
        self.log("start", values, self.model.errors(values))
        values = self._repeat("Gauss-Newton", values, self._better_step, rounds)
        for step in SEARCH_STEPS:
            values = self._repeat(f"search by {step:.0%}", values,
                                  lambda v, s=step: self._better_along_a_knob(v, s), rounds)
        return values
