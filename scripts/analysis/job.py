"""One analysis: what the user asked for, and what runs the points."""
import json
import os
from pathlib import Path

from analysis import space
from analysis.evaluator import Evaluator
from common.fault import Fault


class Job:
    def __init__(self, program, options):
        self.experiment, self.seed, self.level = options.experiment, options.seed, options.level / 100
        self.samples, self.results = options.samples, options.result
        self.objectives, self.limits = [], []
        self.directory, self.jobs = options.output, options.jobs
        self.parameters = space.Parameters(program, options.experiment, system_words(options), options.set)
        self.space = self.make_space(options)
        self.settings = space.parse_each(getattr(options, "each", None), self.parameters)
        self.evaluator = Evaluator(program, options.experiment, fixed_words(options), engine_words(options))

    def make_space(self, options):
        dimensions = [space.parse_over(text, self.parameters) for text in options.over if "*" not in text]
        given = [dimension.key for dimension in dimensions]
        patterns = [text for text in options.over if "*" in text] + (["*"] if options.uncertainty else [])
        guessed = dict.fromkeys(key for pattern in patterns for key in self.parameters.guessed(pattern))
        dimensions += [space.plausible_range(key, self.parameters.row(key), self.parameters, options.spread)
                       for key in guessed if key not in given]
        dimensions = [dimension for dimension in dimensions if not space.fixed(dimension)]
        keys = [dimension.key for dimension in dimensions]
        for key in keys:
            if keys.count(key) > 1 or key in self.parameters.settings:
                raise Fault(f"--over: {key}", "is given twice", "each key once, in --over or in --set", "leave one out")
        return dimensions

    def check_results(self):
        """Whether there are results of the names that are asked for: before all others the run as it is tells that,
        if it is possible."""
        if self.results or self.objectives or self.limits:
            self.run_mixed(self.settings[:1])
        if self.units:
            self.check_names()

    def check_names(self):
        wanted = [("--result", name) for name in self.results]
        wanted += [("--maximise" if item.sign < 0 else "--minimise", item.name) for item in self.objectives]
        wanted += [("--subject-to", item.name) for item in self.limits]
        for option, name in wanted:
            if name not in self.units:
                raise Fault(option, f'there is no result "{name}"', ", ".join(self.units) or "no point was possible",
                            "choose one of these", code=2)
        for limit in self.limits:
            limit.check(self.units)

    @property
    def units(self):
        return self.evaluator.units

    def run(self, points):
        return self.evaluator.run(points)

    def run_mixed(self, points):
        """Points that do not set the same keys: what one leaves out has the value that it has anyway."""
        keys = list(dict.fromkeys(key for point in points for key in point))
        whole = [{key: point.get(key, self.parameters.value(key)) for key in keys} for point in points]
        return self.evaluator.run(whole)

    def keep(self, points):
        """The same points again, all in the directory of this analysis."""
        return self.evaluator.run(points, self.directory)

    def rows(self):
        """Of the sweep in the directory."""
        file = Path(self.directory) / "results.jsonl"
        return [self.evaluator.row(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def system_words(options):
    return ["--system", options.system] if options.system else ["--platform", options.platform]


def fixed_words(options):
    words = system_words(options)
    for name in ("set", "firmware", "load", "constraint"):
        for value in getattr(options, name):
            words += [f"--{name}", value]
    return words


def engine_words(options):
    words = ["-j", str(options.jobs), "--engine", options.engine]
    if options.chunk:
        words += ["--chunk", str(options.chunk)]
    # Batches find each other's points in a cache: with none of the user's, in one of their own.
    cache = os.path.join(options.output, "cache") if options.no_cache and options.output else options.cache
    return words + (["--cache", cache] if cache else [])
