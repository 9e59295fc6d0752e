"""Which parameters a result depends on: tornado, Morris, Sobol."""
import math
import re

import numpy

from analysis import estimators, validation
from common.fault import Fault

NOTHING = float("nan")
MOST_REPAIRS = 8  # rounds
OF_CABLES = ("link.length", "link.delay_per_metre")  # on which slack depends, of which faults of slack say "cable"
USEFUL = 0.2  # width of an interval of a share of the variance
# Below these nothing can be told: trajectories of morris, and the sample of sobol.
LEAST = {"morris": 4, "sobol": 32}
DEFAULT_SAMPLES = {"morris": 20, "sobol": 128, "uncertainty": 200}


def least_samples(method, level):
    """An interval of level 90 % leaves 5 % out at either end, which takes 20 samples."""
    return LEAST.get(method) or math.ceil(2 / (1 - level) - 1e-9)


def samples_of(job, method):
    """Throws Fault if they are too few."""
    samples = DEFAULT_SAMPLES[method] if job.samples is None else job.samples
    least = max(1, least_samples(method, job.level))
    if samples < least:
        raise Fault("--samples", f"{samples}", f"at least {least} for {method}", "take more, or leave the option out",
                    code=2)
    return samples


def refuse_one_parameter(job, method):
    if len(job.space) < 2:
        raise Fault(f"flybar analyse {method}", f"only {job.space[0].key} varies", "two parameters or more to compare",
                    "add another --over KEY, or use \"flybar sweep\" or tornado for one", code=2)


def column(rows, name):
    return numpy.array([row["results"].get(name, NOTHING) if row["status"] == "done" else NOTHING for row in rows])


def points_of(space, design):
    """A point for each row of numbers between 0 and 1."""
    return [{dimension.key: dimension.text(share) for dimension, share in zip(space, row)} for row in design]


def impossible(rows):
    return sum(row["status"] != "done" for row in rows)


def results_of(rows, wanted):
    names = []
    for row in rows:
        names += [name for name in row["results"] if name not in names]
    return [name for name in names if not wanted or name in wanted]


def tornado(job):
    """One parameter at a time at both ends of its range, all others as they are: between which values a result then
    lies, that of the run as it is among them. All of it for each setting of the job."""
    points, ends = [{}], []
    for dimension in job.space:
        values = getattr(dimension, "values", None) or [dimension.text(0.0), dimension.text(1.0)]
        ends.append(values)
        points += [{dimension.key: value} for value in values]
    rows = job.run_mixed([{**setting, **point} for setting in job.settings for point in points])
    blocks = []
    for place, setting in enumerate(job.settings):
        of_setting = bars_of(job, ends, rows[place * len(points):(place + 1) * len(points)])
        for key, value in setting.items():
            for block in of_setting:
                block["result"] += f", {key}={value}"
        blocks += of_setting
    return {"tornado": blocks, "points": len(rows), "impossible": impossible(rows)}


def bars_of(job, ends, rows):
    """A block for each result. The first row is the run as it is; the others have the values of `ends` in their order."""
    blocks = []
    for name in results_of(rows, job.results):
        outputs = iter(column(rows[1:], name))
        nominal = column(rows[:1], name)[0]
        bars = []
        for dimension, values in zip(job.space, ends):
            found = [(value, float(output)) for value, output in zip(values, outputs) if numpy.isfinite(output)]
            at_ends = list(found)
            if found:
                if numpy.isfinite(nominal):
                    found.append((job.parameters.shown(dimension.key), float(nominal)))
                least, most = min(found, key=lambda pair: pair[1]), max(found, key=lambda pair: pair[1])
                bars.append({"key": dimension.key, "low": least[1], "high": most[1], "low_at": least[0],
                             "high_at": most[0], "swing": most[1] - least[1], "ends": at_ends})
        bars.sort(key=lambda bar: (-bar["swing"], bar["key"]))
        blocks.append({"result": name, "unit": job.units[name],
                       "nominal": float(nominal) if numpy.isfinite(nominal) else None, "bars": bars})
    return blocks


def outputs_by_result(job, rows, shape):
    """The head of a block for each result, and its values, as the design stands."""
    for name in results_of(rows, job.results):
        yield {"result": name, "unit": job.units[name]}, column(rows, name).reshape(shape)


def by_parameter(job, found, importance):
    """What was found of each parameter, the most important first."""
    named = [{"key": dimension.key, **each} for dimension, each in zip(job.space, found)]
    return sorted(named, key=lambda each: (-(each[importance] or 0), each["key"]))


def run_design(job, design):
    return job.run(points_of(job.space, design.reshape(-1, len(job.space))))


def morris(job):
    """Elementary effects: which parameters matter, and whether they act alone."""
    refuse_one_parameter(job, "morris")
    design = estimators.morris_design(len(job.space), samples_of(job, "morris"), job.seed)
    rows = run_design(job, design)
    blocks = []
    for head, outputs in outputs_by_result(job, rows, design.shape[:2]):
        effects = estimators.morris_effects(design, outputs, job.level, job.seed)
        blocks.append({**head, "effects": by_parameter(job, effects, "mu_star")})
    return {"morris": blocks, "points": len(rows), "impossible": impossible(rows)}


def note_of(text):
    return {"note": text} if text else {}


def sobol_note(indices, samples, outputs):
    """What the reader of shares has to know of their intervals."""
    if samples < LEAST["sobol"]:
        return f"too few samples to estimate from: {samples} of which every point was possible; at least {LEAST['sobol']}"
    if not indices:
        return "it does not vary"
    width = max(index[end + "_high"] - index[end + "_low"] for index in indices for end in ("first", "total"))
    if width <= USEFUL:
        return None
    wanted = math.ceil(samples * (width / USEFUL) ** 2 / 64) * 64
    return f"the sample is too small: intervals are up to {width:.2f} wide; take --samples {wanted}"


def sobol(job):
    """Shares of the variance: of each parameter alone, and with all that it acts together with."""
    refuse_one_parameter(job, "sobol")
    design = estimators.sobol_design(len(job.space), samples_of(job, "sobol"), job.seed)
    rows = run_design(job, design)
    blocks = []
    for head, outputs in outputs_by_result(job, rows, design.shape[:2]):
        whole = int(numpy.isfinite(outputs).all(axis=0).sum())
        found = estimators.sobol_indices(design, outputs, job.level, job.seed) if whole >= LEAST["sobol"] else None
        usable = outputs[numpy.isfinite(outputs)]
        blocks.append({**head, "mean": float(usable.mean()) if len(usable) else None,
                       "variance": float(usable.var()) if len(usable) else None,
                       "indices": by_parameter(job, found or [], "total"),
                       **note_of(sobol_note(found, whole, usable))})
    return {"sobol": blocks, "points": len(rows), "impossible": impossible(rows)}


def keys_to_keep(row, drawn):
    """Which of the drawn keys an impossible row must not change: those that its faults are about; if they are as they
    were already, those that the faults name."""
    keys = set()
    for line in row["error"].splitlines():
        about = line.partition(":")[0]
        named = {key for key in drawn if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", line)}
        keys |= {about} & drawn or named
    return keys or {key for key in drawn if key in OF_CABLES} or drawn


def is_impossible(row):
    """Some faults show only when the system is built."""
    return row["status"] == "impossible" or "configuration is not possible" in row.get("error", "")


def run_possible(job, points):
    """Parameters depend on each other, so that few points of independent draws are possible: in the others what is
    at fault keeps its value. Answers the rows, the first of which has all values as they are, and how often each
    parameter has kept its value."""
    points, rows, kept = [dict(point) for point in points], [], {}
    for _ in range(MOST_REPAIRS):
        rows = job.run_mixed([{}, *points])
        bad = [(row, point) for row, point in zip(rows[1:], points) if is_impossible(row)]
        for row, point in bad:
            drawn = {key for key in point if point[key] != job.parameters.value(key)}
            for key in keys_to_keep(row, drawn):
                point[key] = job.parameters.value(key)
                kept[key] = kept.get(key, 0) + 1
        if not bad:
            break
    return rows, kept


def uncertainty(job):
    """The interval of each result if the uncertain parameters are drawn from their ranges, and what drives it."""
    least = least_samples("uncertainty", job.level)
    design = estimators.latin_hypercube(len(job.space), samples_of(job, "uncertainty"), job.seed)
    rows, kept = run_possible(job, points_of(job.space, design))
    nominal, rows = rows[:1], rows[1:]
    known = validation.of_experiment(job.evaluator.program, job.experiment, job.jobs)
    blocks = []
    for name in results_of(nominal + rows, job.results):
        outputs = column(rows, name)
        usable = numpy.isfinite(outputs)
        if usable.sum() < least:
            continue
        low, middle, high = estimators.interval(outputs[usable], job.level)
        drivers = [{"key": dimension.key, "rank_correlation": value} for dimension, value in
                   zip(job.space, estimators.rank_correlations(design[usable], outputs[usable]))]
        drivers.sort(key=lambda driver: (-abs(driver["rank_correlation"]), driver["key"]))
        now = column(nominal, name)[0]
        now = float(now) if numpy.isfinite(now) else None
        blocks.append({"result": name, "unit": job.units[name], "nominal": now,
                       "low": low, "median": middle, "high": high, "samples": int(usable.sum()),
                       "validation": validation.about(known, name, job.units[name], now),
                       "drivers": drivers[:10]})
    return {"intervals": blocks, "points": len(rows), "impossible": impossible(rows),
            "kept": dict(sorted(kept.items()))}
