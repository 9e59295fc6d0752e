"""Best designs: Pareto fronts of points that were run, and searches for better ones."""
import operator
import re

import numpy

from analysis import estimators
from common.fault import Fault
from analysis.sensitivity import points_of

# Worse than any result: points that are not possible, or break a limit.
BAD = 1e12
LIMIT = re.compile(r"\s*([A-Za-z0-9_.-]+)\s*(<=|>=)\s*([-+0-9.eE]+)\s*(\S*)\s*$")
WITHIN = {"<=": operator.le, ">=": operator.ge}


class Objective:
    """A result that is to be small, or great."""

    def __init__(self, name, greatest):
        self.name, self.sign = name, -1.0 if greatest else 1.0

    def about(self, units):
        return {"result": self.name, "unit": units.get(self.name, ""), "sense": "max" if self.sign < 0 else "min"}

    def cost(self, row):
        return self.sign * row["results"][self.name]


class Limit:
    """ "NAME <= NUMBER UNIT", of a result."""

    def __init__(self, text):
        found = LIMIT.match(text)
        if not found:
            raise Fault("--subject-to", f'"{text}" is no limit of a result', "RESULT <= NUMBER UNIT, or >=",
                        'write for example "cpu_total <= 50 %"')
        self.text, self.name, self.sense, self.unit = text, found.group(1), found.group(2), found.group(4)
        self.value = float(found.group(3))

    def check(self, units):
        if self.name in units and units[self.name] != self.unit:
            raise Fault("--subject-to", f'"{self.text}" has the unit "{self.unit}"',
                        f'"{units[self.name]}", the unit of {self.name}', "correct it")

    def excess(self, row):
        """How far the row is beyond the limit, as a share of it; 0 if it is within."""
        value = row["results"][self.name]
        return 0.0 if WITHIN[self.sense](value, self.value) else abs(value - self.value) / max(abs(self.value), 1e-9)


def check_names(names, rows, units):
    if not any(row["status"] == "done" for row in rows):
        raise Fault("the points", f"none could be run; the first says: {rows[0].get('error', '')}".replace("\n", " "),
                    "a space with points that are possible", "take other ranges", code=4)
    for name in names:
        if name not in units:
            raise Fault("--minimise, --maximise, --subject-to", f'there is no result "{name}"', ", ".join(units),
                        "choose one of these", code=2)


def costs_of(row, objectives, limits):
    """Of a point that is possible and within its limits its objectives, else something worse than all of those."""
    if row["status"] != "done":
        return [2 * BAD] * len(objectives)
    excess = sum(limit.excess(row) for limit in limits)
    if excess > 0:
        return [BAD * (1 + min(excess, 0.9))] * len(objectives)
    return [objective.cost(row) for objective in objectives]


def front_of(rows, objectives, limits):
    """The rows that no other is better than, the best of the first objective first."""
    usable = [row for row in rows if row["status"] == "done" and not any(limit.excess(row) for limit in limits)]
    if not usable:
        return []
    costs = [[objective.cost(row) for objective in objectives] for row in usable]
    best = [(cost, row) for cost, row, kept in zip(costs, usable, estimators.non_dominated(costs)) if kept]
    best.sort(key=lambda pair: (pair[0], pair[1]["row"]))
    return [row for _, row in best]


def shown(row):
    return {"row": row["row"], "point": row["point"], "varied": row["varied"], "results": row["results"]}


def pareto(job, rows):
    check_names([item.name for item in job.objectives + job.limits], rows, job.units)
    for limit in job.limits:
        limit.check(job.units)
    front = front_of(rows, job.objectives, job.limits)
    return {"objectives": [objective.about(job.units) for objective in job.objectives],
            "limits": [limit.text for limit in job.limits], "units": dict(job.units), "front": [shown(row) for row in front],
            "points": len(rows), "impossible": sum(row["status"] != "done" for row in rows)}


class Search:
    """What an optimiser calls: costs of rows of numbers between 0 and 1."""

    def __init__(self, job):
        self.job, self.rows = job, {}

    def costs(self, shares):
        points = points_of(self.job.space, numpy.atleast_2d(shares))
        rows = self.job.run(points)
        for point, row in zip(points, rows):
            self.rows.setdefault(tuple(point.items()), (point, row))
        check_names([item.name for item in self.job.objectives + self.job.limits], rows, self.job.units)
        return [costs_of(row, self.job.objectives, self.job.limits) for row in rows]

    def one_objective(self, population, generations):
        """Differential evolution (scipy)."""
        from scipy import optimize
        optimize.differential_evolution(
            lambda x: numpy.array([cost[0] for cost in self.costs(x.T)]) if x.ndim == 2 else self.costs(x)[0][0],
            [(0.0, 1.0)] * len(self.job.space), init=self.first(population), maxiter=generations, vectorized=True,
            updating="deferred", polish=False, seed=self.job.seed, tol=1e-6)

    def several_objectives(self, population, generations):
        """NSGA-II (pagmo)."""
        import openturns
        dimensions = len(self.job.space)
        function = openturns.PythonFunction(dimensions, len(self.job.objectives),
                                            func_sample=lambda x: self.costs(numpy.array(x)))
        problem = openturns.OptimizationProblem(function)
        problem.setBounds(openturns.Interval(dimensions))
        first = self.first(population)
        self.costs(first)  # together: the library asks for them one by one
        algorithm = openturns.Pagmo(problem, "nsga2", openturns.Sample(first))
        algorithm.setGenerationNumber(generations)
        algorithm.setBlockSize(population)
        algorithm.setSeed(self.job.seed)
        algorithm.run()

    def first(self, population):
        return estimators.latin_hypercube(len(self.job.space), population, self.job.seed)


def optimise(job, population, generations):
    """Searches, then puts every point that was run into one sweep."""
    search = Search(job)
    # Generations of NSGA-II come in fours.
    population = max(8, (population + 3) // 4 * 4)
    (search.one_objective if len(job.objectives) == 1 else search.several_objectives)(population, generations)
    rows = job.keep([point for point, _ in search.rows.values()])
    return {**pareto(job, rows), "population": population, "generations": generations}
