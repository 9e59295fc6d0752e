"""Analyses of designs: flybar analyse METHOD EXPERIMENT ...

Each runs points with "flybar sweep" and leaves analysis.json, analysis.csv, pictures and the table of its points in
the directory of -o (results/METHOD by default). docs/analysis.md says what the methods are good for.
"""
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from analysis import arguments  # noqa: E402
from common.fault import Fault, Refused  # noqa: E402


def goals(options):
    from analysis import optimise
    objectives = [optimise.Objective(name, False) for name in options.minimise]
    objectives += [optimise.Objective(name, True) for name in options.maximise]
    if not objectives:
        raise Fault(f"flybar analyse {options.method}", "has no objective", "--minimise RESULT, --maximise RESULT",
                    "say what is good", code=2)
    return objectives, [optimise.Limit(text) for text in options.subject_to]


def analyse(program, options):
    from analysis import optimise, sensitivity
    from analysis.job import Job
    job = Job(program, options)
    if options.method == "optimise":
        job.objectives, job.limits = goals(options)
    if not job.space:
        raise Fault(f"flybar analyse {options.method}", "nothing varies", "--over KEY, or --uncertainty",
                    "say which parameters to vary", code=2)
    job.check_results()
    if options.method == "optimise":
        found = optimise.optimise(job, options.population, options.generations)
        return found, job.space, job.rows()
    found = getattr(sensitivity, options.method)(job)
    job.check_names()
    return found, job.space, []


def pareto(options):
    """Of a directory; the analysis goes there, too, unless -o says otherwise."""
    from analysis import optimise
    from analysis.evaluator import Evaluator
    file = Path(options.experiment) / "results.jsonl"
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Fault(file, error.strerror, "the directory of a sweep", "check the path") from error
    reader = Evaluator("", "", [], [])
    rows = [reader.row(json.loads(line)) for line in lines]

    class Made:
        units = reader.units
    Made.objectives, Made.limits = goals(options)
    return optimise.pareto(Made, rows), [], rows


def finish(options, found, space, rows):
    from analysis import charts, output
    found = {"kind": options.method, "experiment": options.experiment, "seed": getattr(options, "seed", None),
             "level": getattr(options, "level", None), "parameters": [dimension.about() for dimension in space], **found}
    found["figures"] = charts.draw(found, rows, options.output)
    output.save(found, options.output)
    sys.stdout.write(output.for_people(found))
    print(f"\n{options.output}/analysis.json, analysis.csv" + "".join(f", {name}" for name in found["figures"]))


class Place:
    """The directory of the results. What it has made for nothing goes again."""

    def __init__(self, directory):
        path, self.made = Path(directory).absolute(), []
        while not path.exists() and not path.is_symlink():
            self.made.append(path)
            path = path.parent
        try:
            os.makedirs(directory, exist_ok=True)
        except OSError as error:
            self.leave()
            raise Fault(directory, error.strerror, "a directory that can be made", "choose another with -o",
                        code=5) from error

    def leave(self):
        for path in self.made:
            try:
                path.rmdir()
            except OSError:
                return


def run(program, words):
    options = arguments.parse(words, __doc__)
    if options.method == "serve":
        from analysis import serve
        from analysis.job import Job
        return serve.serve(Job(program, options))
    options.output = options.output or (options.experiment if options.method == "pareto"
                                        else os.path.join("results", options.method))
    place = Place(options.output)
    try:
        found, space, rows = pareto(options) if options.method == "pareto" else analyse(program, options)
        finish(options, found, space, rows)
    except BaseException:
        place.leave()
        raise


KINDS = {2: "the command line is not understood", 3: "this configuration is not possible",
         4: "the simulated system failed", 5: "an output cannot be written"}


def main():
    try:
        run(sys.argv[1], sys.argv[2:])
    except Fault as fault:
        print(f"flybar: {KINDS[fault.code]}\n{fault}", file=sys.stderr)
        return fault.code
    except Refused as refused:
        sys.stderr.write(str(refused))
        return refused.code
    except ModuleNotFoundError as missing:
        print(f"flybar: {KINDS[3]}\n/usr/bin/python3: there is no module {missing.name}; allowed: Debian's python3-scipy, "
              "python3-openturns and python3-matplotlib; install them", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    return 0


sys.exit(main())
