"""The command line of the analyses: every method takes the options that it uses, each once."""
import argparse

from common.fault import Fault

METHODS = {
    "tornado": "each parameter alone at both ends of its range",
    "morris": "elementary effects: which of many parameters matter",
    "sobol": "shares of the variance, alone and with others",
    "uncertainty": "an interval for each result, as uncertain parameters vary over their ranges",
    "optimise": "the best designs: --minimise, --maximise, --subject-to",
    "pareto": "the best points of a sweep that was made before: pareto DIR --minimise ... --maximise ...",
    "serve": "points as lines of JSON on the standard input, results on the standard output",
}
RANDOM = ("morris", "sobol", "uncertainty", "optimise")  # their points are drawn
SAMPLING = ("morris", "sobol", "uncertainty")  # and have intervals
# What a method that has no such option does with it.
UNUSED = {"samples": None, "result": [], "seed": 1, "level": 95.0, "spread": None, "over": [], "uncertainty": False,
          "each": None, "output": None}
# Options that contradict each other, and what is allowed.
EXCLUSIVE = (("--platform", "--system", "one of them: a system file names the platforms of its nodes"),
             ("--cache", "--no-cache", "one of them: a directory of results, or none"))
ENGINES = ("local", "slurm")


def usage(where, found, allowed, advice):
    return Fault(where, found, allowed, advice, code=2)


class Once(argparse.Action):
    """Keeps a value, and which options were given; refuses an empty one, and a second one."""

    def __call__(self, parser, namespace, values, option_string=None):
        self.refuse_empty(parser, values, option_string or self.metavar)
        given = vars(namespace).setdefault("given", [])
        if option_string and self.option_strings[-1] in given:
            raise usage(parser.prog, f"{option_string} is given more than once", "it once", "leave all but one out")
        given.append(self.option_strings[-1] if option_string else self.dest)
        setattr(namespace, self.dest, values)

    @staticmethod
    def refuse_empty(parser, value, name):
        if value == "":
            raise usage(parser.prog, f"{name} is an empty text", f'what "{parser.prog} --help" shows',
                        "write its value, or leave it out")


class Many(Once):
    """The same for an option that may be given any number of times, with another value each time."""

    def __call__(self, parser, namespace, values, option_string=None):
        self.refuse_empty(parser, values, option_string)
        before = getattr(namespace, self.dest)
        if values in before:
            raise usage(parser.prog, f'{option_string} "{values}" is given twice', "each value once", "leave one out")
        setattr(namespace, self.dest, [*before, values])


class Parser(argparse.ArgumentParser):
    def __init__(self, **words):
        super().__init__(**words, allow_abbrev=False)
        self.register("action", None, Once)
        self.register("action", "store", Once)
        self.register("action", "append", Many)

    def error(self, message):
        raise usage("flybar analyse", message, 'what "flybar analyse METHOD --help" shows', "correct it")


def add_points_options(parser):
    parser.add_argument("--platform", default="alphastation-500", help="name, or path of a .toml file")
    parser.add_argument("--system", help="name, or path of a .toml file: nodes, their platforms, and the network")
    for name, text in (("set", "key=value for all points"), ("firmware", "ELF file to run instead of the experiment's firmware"),
                       ("load", "shared object with experiments or parts of one's own"),
                       ("constraint", "leave out points that break it")):
        parser.add_argument(f"--{name}", action="append", default=[], help=text)
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes at the same time; 0: one per processor")
    parser.add_argument("--engine", default="local", help="local or slurm, as in flybar sweep")
    parser.add_argument("--chunk", type=int, default=0, help="points of one job of a cluster")
    parser.add_argument("--cache", help="directory of results of all sweeps")
    parser.add_argument("--no-cache", action="store_true", help="use no results of other sweeps")


def add_space_options(parser, method):
    parser.add_argument("--over", action="append", default=[], metavar="KEY[=LO..HI|=a,b,c]",
                        help="vary this parameter, over all that is allowed if no range is given; a KEY with * is all of "
                             "confidence I or G with such a name, over what is plausible")
    parser.add_argument("--uncertainty", action="store_true",
                        help="vary every parameter of confidence I or G over what is plausible, centred on its value")
    parser.add_argument("--spread", type=float, help="by this factor up and down instead")
    if method in RANDOM:
        parser.add_argument("--seed", type=int, default=1, help="of random designs")


def add_sampling_options(parser, method):
    parser.add_argument("--samples", type=int, help="trajectories of morris, size of the sample of sobol and uncertainty")
    parser.add_argument("--level", type=float, default=90 if method == "uncertainty" else 95, help="of intervals, in %%")


def add_goal_options(parser):
    parser.add_argument("--minimise", action="append", default=[], metavar="RESULT")
    parser.add_argument("--maximise", action="append", default=[], metavar="RESULT")
    parser.add_argument("--subject-to", action="append", default=[], metavar="'RESULT <= NUMBER UNIT'")


def add_method(methods, name, text):
    method = methods.add_parser(name, help=text, description=text)
    method.add_argument("experiment", metavar="DIR" if name == "pareto" else "EXPERIMENT")
    if name != "pareto":
        method.set_defaults(**UNUSED)
        add_points_options(method)
    if name not in ("pareto", "serve"):
        add_space_options(method, name)
    if name in SAMPLING:
        add_sampling_options(method, name)
    if name in ("tornado", *SAMPLING):
        method.add_argument("--result", action="append", default=[], help="only this result, any number of times")
    if name == "tornado":
        method.add_argument("--each", metavar="KEY=a,b", help="all of it for each of these values")
    if name in ("pareto", "optimise"):
        add_goal_options(method)
    if name == "optimise":
        method.add_argument("--population", type=int, default=24)
        method.add_argument("--generations", type=int, default=10)
    if name != "serve":
        method.add_argument("-o", "--output", help="directory; results/METHOD by default")


def make_parser(description):
    parser = Parser(prog="flybar analyse", description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    methods = parser.add_subparsers(dest="method", required=True, metavar="METHOD")
    for name, text in METHODS.items():
        add_method(methods, name, text)
    return parser


def check_numbers(options):
    for name, least, most in (("samples", 1, 100000), ("population", 4, 10000), ("generations", 1, 10000),
                              ("seed", 0, 2**31 - 1), ("level", 50, 99.9), ("spread", 1.001, 1e6), ("jobs", 0, 256)):
        value = getattr(options, name, None)
        if value is not None and not least <= value <= most:
            raise usage(f"--{name}", f"{value:g}", f"{least:g} .. {most:g}", "choose another")


def check_combinations(options):
    where, given = f"flybar analyse {options.method}", options.given
    given = given + ["--no-cache"] * getattr(options, "no_cache", False)
    for one, other, allowed in EXCLUSIVE:
        if one in given and other in given:
            raise usage(where, f"{one} is given with {other}", allowed, "leave one out")
    if getattr(options, "engine", "local") not in ENGINES:
        raise usage("--engine", f'there is none called "{options.engine}"', ", ".join(ENGINES), "leave it out, and use -j")
    if "--chunk" in given and (options.engine == "local" or options.chunk < 1):
        raise usage("--chunk", f"{options.chunk} with --engine {options.engine}", "1 point or more of one job of a cluster",
                    "leave it out, or add --engine slurm")
    varies_plausibly = getattr(options, "uncertainty", False) or any("*" in text for text in getattr(options, "over", []))
    if "--spread" in given and not varies_plausibly:
        raise usage(where, "--spread is given without --uncertainty or a pattern", "a factor of ranges that are plausible",
                    "add --uncertainty, or give the range: --over KEY=LO..HI")
    for name in getattr(options, "minimise", []):
        if name in options.maximise:
            raise usage(where, f"{name} is to be both small and great", "each result in --minimise or in --maximise",
                        "leave one out")


def parse(words, description):
    # "flybar analyse one-way --uncertainty" is the usual question.
    if words and words[0] not in METHODS and not words[0].startswith("-") and "--uncertainty" in words:
        words = ["uncertainty", *words]
    options = make_parser(description).parse_args(words)
    options.uncertainty = getattr(options, "uncertainty", False) or options.method == "uncertainty"
    check_numbers(options)
    check_combinations(options)
    return options
