"""Analyses of designs: flybar analyse METHOD EXPERIMENT ...

Each runs points with "flybar sweep" and leaves analysis.json, analysis.csv, pictures and the table of its points in
the directory of -o (results/METHOD by default). docs/analysis.md says what the methods are good for.
"""
import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from analysis.fault import Fault, Refused  # noqa: E402

METHODS = {
    "tornado": "each parameter alone at both ends of its range",
    "morris": "elementary effects: which of many parameters matter",
    "sobol": "shares of the variance, alone and with others",
    "uncertainty": "an interval for each result, as uncertain parameters vary over their ranges",
    "optimise": "the best designs: --minimise, --maximise, --subject-to",
    "pareto": "the best points of a sweep that was made before: pareto DIR --minimise ... --maximise ...",
    "serve": "points as lines of JSON on the standard input, results on the standard output",
}


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Fault("flybar analyse", message, 'what "flybar analyse METHOD --help" shows', "correct it", code=2)


def add_points_options(parser):
    parser.add_argument("--platform", default="alphastation-500", help="name, or path of a .toml file")
    for name, text in (("set", "key=value for all points"), ("firmware", "ELF file instead of the standard MCP"),
                       ("load", "shared object with an experiment"), ("constraint", "leave out points that break it")):
        parser.add_argument(f"--{name}", action="append", default=[], help=text)
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes at the same time; 0: one per processor")
    parser.add_argument("--engine", default="local", help="local or slurm, as in flybar sweep")
    parser.add_argument("--chunk", type=int, default=0, help="points of one job of a cluster")
    parser.add_argument("--cache", help="directory of results of all sweeps")
    parser.add_argument("--no-cache", action="store_true", help="use no results of other sweeps")


def add_space_options(parser):
    parser.add_argument("--over", action="append", default=[], metavar="KEY[=LO..HI|=a,b,c]",
                        help="vary this parameter, over all that is allowed if no range is given; a KEY with * is all of "
                             "confidence I or G with such a name, over what is plausible")
    parser.add_argument("--uncertainty", action="store_true",
                        help="vary every parameter of confidence I or G over what is plausible, centred on its value")
    parser.add_argument("--spread", type=float, help="by this factor up and down instead")
    parser.add_argument("--seed", type=int, default=1, help="of random designs")


def add_goal_options(parser):
    parser.add_argument("--minimise", action="append", default=[], metavar="RESULT")
    parser.add_argument("--maximise", action="append", default=[], metavar="RESULT")
    parser.add_argument("--subject-to", action="append", default=[], metavar="'RESULT <= NUMBER UNIT'")


def make_parser():
    parser = Parser(prog="flybar analyse", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    methods = parser.add_subparsers(dest="method", required=True, metavar="METHOD")
    for name, text in METHODS.items():
        method = methods.add_parser(name, help=text, description=text)
        method.add_argument("experiment", metavar="DIR" if name == "pareto" else "EXPERIMENT")
        if name != "pareto":
            add_points_options(method)
        if name not in ("pareto", "serve"):
            add_space_options(method)
            method.add_argument("--result", action="append", default=[], help="only this result, any number of times")
            method.add_argument("--samples", type=int,
                                help="trajectories of morris, size of the sample of sobol and uncertainty")
            method.add_argument("--level", type=float, default=90 if name == "uncertainty" else 95,
                                help="of intervals, in %%")
        if name == "tornado":
            method.add_argument("--each", metavar="KEY=a,b", help="all of it for each of these values")
        if name in ("pareto", "optimise"):
            add_goal_options(method)
        if name == "optimise":
            method.add_argument("--population", type=int, default=24)
            method.add_argument("--generations", type=int, default=10)
        if name != "serve":
            method.add_argument("-o", "--output", help="directory; results/METHOD by default")
    return parser


def goals(options):
    from analysis import optimise
    objectives = [optimise.Objective(name, False) for name in options.minimise]
    objectives += [optimise.Objective(name, True) for name in options.maximise]
    if not objectives:
        raise Fault(f"flybar analyse {options.method}", "has no objective", "--minimise RESULT, --maximise RESULT",
                    "say what is good", code=2)
    return objectives, [optimise.Limit(text) for text in options.subject_to]


def check(options):
    for name, least, most in (("samples", 1, 100000), ("population", 4, 10000), ("generations", 1, 10000),
                              ("seed", 0, 2**31 - 1), ("level", 50, 99.9), ("spread", 1.001, 1e6)):
        value = getattr(options, name, None)
        if value is not None and not least <= value <= most:
            raise Fault(f"--{name}", f"{value:g}", f"{least:g} .. {most:g}", "choose another", code=2)


def analyse(program, options):
    from analysis import optimise, sensitivity
    from analysis.job import Job
    job = Job(program, options)
    if options.method == "optimise":
        job.objectives, job.limits = goals(options)
    if not job.space:
        raise Fault(f"flybar analyse {options.method}", "nothing varies", "--over KEY, or --uncertainty",
                    "say which parameters to vary", code=2)
    if options.method == "optimise":
        found = optimise.optimise(job, options.population, options.generations)
        return found, job.space, job.rows()
    found = getattr(sensitivity, options.method)(job)
    unknown = [name for name in job.results if name not in job.units]
    if unknown:
        raise Fault("--result", f'there is none called "{unknown[0]}"', ", ".join(job.units) or "no point was possible",
                    "choose one of these", code=2)
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


def run(program, words):
    # "flybar analyse one-way --uncertainty" is the usual question.
    if words and words[0] not in METHODS and not words[0].startswith("-") and "--uncertainty" in words:
        words = ["uncertainty", *words]
    options = make_parser().parse_args(words)
    check(options)
    if options.method == "serve":
        options.over, options.uncertainty, options.seed, options.level = [], False, 1, 95
        options.samples, options.result, options.output, options.spread = None, [], None, None
        from analysis import serve
        from analysis.job import Job
        return serve.serve(Job(program, options))
    options.uncertainty = getattr(options, "uncertainty", False) or options.method == "uncertainty"
    options.output = options.output or (options.experiment if options.method == "pareto"
                                        else os.path.join("results", options.method))
    try:
        os.makedirs(options.output, exist_ok=True)
    except OSError as error:
        raise Fault(options.output, error.strerror, "a directory that can be made", "choose another with -o",
                    code=5) from error
    found, space, rows = pareto(options) if options.method == "pareto" else analyse(program, options)
    finish(options, found, space, rows)


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
