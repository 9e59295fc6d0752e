"""The estimators on functions whose indices are known, and analyses of an experiment that is a formula:
analysis_test.py FLYBAR_SELF_TEST SCRIPTS. The formula is latency = 20 + payload / 64 B + send threshold / 128 B."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

sys.dont_write_bytecode = True
SCRIPTS = sys.argv.pop()
FLYBAR = os.path.abspath(sys.argv.pop())
sys.path.insert(0, SCRIPTS)
from analysis import estimators, ranges, units  # noqa: E402
from analysis.space import Choice, Range  # noqa: E402

OVER = ("--over", "payload=0 B..1 KB", "--over", "mcp.send_threshold=256 B..1 KB")


def ishigami(shares):
    x = numpy.pi * (2 * shares - 1)
    return numpy.sin(x[..., 0]) + 7 * numpy.sin(x[..., 1])**2 + 0.1 * x[..., 2]**4 * numpy.sin(x[..., 0])


def sobol_g(shares, a=(0, 1, 4.5, 9)):
    return numpy.prod((numpy.abs(4 * shares - 2) + a) / (1 + numpy.array(a)), axis=-1)


class Ranges(unittest.TestCase):
    LATENCY = [("cycles", 3.0), ("cycles", 16.0)]

    def test_value_outside_of_its_range_widens_it(self):
        self.assertEqual(ranges.plausible("pci.bridge.read_latency", "I", 5.0, self.LATENCY), [("cycles", 5.0), ("cycles", 16.0)])

    def test_role_before_a_key_does_not_matter(self):
        self.assertEqual(ranges.told("client.pci.bridge.read_latency"), [("cycles", 8.0), ("cycles", 16.0)])

    def test_what_is_not_told_lies_within_a_factor_and_what_is_allowed(self):
        self.assertEqual(ranges.plausible("x", "G", 10.0, self.LATENCY), [("cycles", 5.0), ("cycles", 16.0)])

    def test_every_range_is_that_of_an_uncertain_parameter(self):
        rows = json.loads(subprocess.run([FLYBAR, "params", "alphastation-500", "--json", "-"], capture_output=True).stdout)
        known = {row["name"]: row["confidence"] for row in rows["parameters"]}

        def keys(entry, name):
            if isinstance(entry, str):
                return [name]
            return [key for part in entry for key in keys(entry[part], f"{name}.{part}" if name else part)]
        wrong = [key for key in keys(ranges.TABLE, "") if known.get(key) not in ("I", "G")]
        self.assertEqual(wrong, [])


class Estimators(unittest.TestCase):
    def expect_indices(self, function, first, total, seed):
        design = estimators.sobol_design(len(first), 4096, seed)
        for index, alone, in_all in zip(estimators.sobol_indices(design, function(design)), first, total):
            with self.subTest(seed=seed, index=index):
                self.assertAlmostEqual(index["first"], alone, delta=0.03)
                self.assertAlmostEqual(index["total"], in_all, delta=0.03)
                self.assertLessEqual(index["first_low"], index["first"])
                self.assertLessEqual(index["total_low"], index["total"])

    def test_sobol_indices_of_ishigami(self):
        for seed in (1, 2, 3):
            self.expect_indices(ishigami, (0.3139, 0.4424, 0), (0.5576, 0.4424, 0.2437), seed)

    def test_sobol_indices_of_the_g_function(self):
        self.expect_indices(sobol_g, (0.7165, 0.1791, 0.0237, 0.0072), (0.7871, 0.2422, 0.0343, 0.0105), 1)

    def test_most_intervals_of_sobol_hold_the_true_index(self):
        held = 0
        for seed in range(20):
            design = estimators.sobol_design(3, 256, seed)
            first = estimators.sobol_indices(design, ishigami(design))[0]
            held += first["first_low"] <= 0.3139 <= first["first_high"]
        self.assertGreaterEqual(held, 18)

    def test_intervals_of_sobol_are_shares_and_hold_their_estimate(self):
        for size in (32, 64, 256):
            design = estimators.sobol_design(4, size, size)
            for index in estimators.sobol_indices(design, sobol_g(design)):
                for name in ("first", "total"):
                    ends = index[name + "_low"], index[name], index[name + "_high"]
                    self.assertEqual(list(ends), sorted(ends))
                    self.assertTrue(0 <= ends[0] and ends[2] <= 1, ends)
                self.assertLessEqual(index["first"], index["total"])

    def test_larger_sample_has_narrower_intervals(self):
        def width(size):
            design = estimators.sobol_design(3, size, 1)
            return max(index["total_high"] - index["total_low"]
                       for index in estimators.sobol_indices(design, ishigami(design)))
        self.assertLess(2 * width(2048), width(128))

    def test_interval_of_an_elementary_effect_is_never_negative(self):
        design = estimators.morris_design(3, 4, 1)
        for effect in estimators.morris_effects(design, ishigami(design)):
            self.assertTrue(0 <= effect["low"] <= effect["mu_star"] <= effect["high"])

    def test_sobol_leaves_samples_out_of_which_a_point_is_missing(self):
        design = estimators.sobol_design(3, 4096, 1)
        outputs = ishigami(design)
        outputs[2, ::7] = numpy.nan
        self.assertAlmostEqual(estimators.sobol_indices(design, outputs)[1]["first"], 0.4424, delta=0.03)

    def test_sobol_of_a_constant_is_nothing(self):
        design = estimators.sobol_design(2, 64, 1)
        self.assertIsNone(estimators.sobol_indices(design, numpy.ones(design.shape[:2])))

    def test_morris_effects_of_a_plane_are_its_slopes(self):
        design = estimators.morris_design(3, 10, 1)
        effects = estimators.morris_effects(design, design @ numpy.array([2.0, -5.0, 0.0]))
        for effect, slope in zip(effects, (2, -5, 0)):
            self.assertAlmostEqual(effect["mu"], slope)
            self.assertAlmostEqual(effect["mu_star"], abs(slope))
            self.assertAlmostEqual(effect["sigma"], 0)

    def test_morris_changes_one_input_at_a_time_within_the_range(self):
        design = estimators.morris_design(5, 50, 7)
        self.assertTrue(((design >= 0) & (design <= 1 + 1e-12)).all())
        self.assertTrue(((numpy.diff(design, axis=1) != 0).sum(axis=2) == 1).all())

    def test_front_holds_what_nothing_else_is_better_than(self):
        self.assertEqual(estimators.non_dominated([[1, 4], [2, 2], [3, 3], [4, 1], [2, 2]]),
                         [True, True, False, True, True])

    def test_half_of_the_draws_of_a_centred_range_lie_below_its_middle(self):
        drawn = Range("a", "time", 1.0, 50.0, middle=2.0)
        self.assertEqual([drawn.text(share) for share in (0, 0.25, 0.5, 1)], ["1 us", "1.5 us", "2 us", "50 us"])

    def test_every_choice_has_the_same_share(self):
        choice = Choice("a", ["x", "y", "z"])
        self.assertEqual([choice.text(share) for share in (0, 0.3, 0.4, 0.7, 1)], ["x", "x", "y", "z", "z"])


class Units(unittest.TestCase):
    def shown(self, low, high):
        block = {"result": "stall", "unit": "us", "nominal": high, "low": low, "median": high, "high": high, "samples": 20}
        return units.for_people({"intervals": [block]})["intervals"][0]

    def test_times_are_shown_in_the_unit_that_fits_all_of_a_result(self):
        self.assertEqual([self.shown(3e5, 19.8e6)[name] for name in ("low", "high", "unit")], [0.3, 19.8, "s"])
        self.assertEqual([self.shown(99e3, 19.8e6)[name] for name in ("low", "high", "unit")], [99, 19800, "ms"])
        self.assertEqual([self.shown(57.4, 3050)[name] for name in ("low", "high", "unit")], [57.4, 3050, "us"])

    def test_files_keep_theirs(self):
        found = {"intervals": [{"result": "stall", "unit": "us", "nominal": 3e6, "low": 3e6, "median": 3e6, "high": 3e6}]}
        units.for_people(found)
        self.assertEqual((found["intervals"][0]["unit"], found["intervals"][0]["low"]), ("us", 3e6))

    def test_a_front_has_the_unit_behind_each_result(self):
        front = [{"results": {"latency": 4000, "bandwidth": 50}}, {"results": {"latency": 5000, "bandwidth": 60}}]
        shown = units.for_people({"front": front, "units": {"latency": "us", "bandwidth": "MB/s"}})["front"]
        self.assertEqual(shown[0]["results"], {"latency ms": 4, "bandwidth MB/s": 50})

    def test_shares_of_the_variance_have_no_unit_of_time(self):
        self.assertEqual(units.for_people({"sobol": [{"unit": "us"}]})["sobol"][0]["unit"], "share")


class Program(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)

    def run_flybar(self, *words, text=None):
        return subprocess.run([FLYBAR, *words], cwd=self.place, input=text, capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": str(self.place / "cache")})

    def analyse(self, *words):
        done = self.run_flybar("analyse", *words, "-o", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((self.place / "out/analysis.json").read_text())

    def test_tornado_has_the_greatest_swing_on_top(self):
        found = self.analyse("tornado", "self-test", *OVER, "--over", "notify", "--result", "latency")
        bars = found["tornado"][0]["bars"]
        self.assertEqual([(bar["key"], bar["swing"]) for bar in bars],
                         [("payload", 16.0), ("mcp.send_threshold", 6.0), ("notify", 0.0)])
        self.assertEqual((bars[0]["low_at"], bars[0]["high_at"]), ("0 B", "1024 B"))
        self.assertTrue((self.place / "out/tornado-latency.svg").read_text().startswith("<?xml"))

    def test_tornado_shows_the_run_as_it_is_and_what_has_no_effect(self):
        done = self.run_flybar("analyse", "tornado", "self-test", *OVER, "--over", "notify", "--result", "latency")
        title, row = done.stdout.splitlines()[:2]
        self.assertEqual((title.split()[2], row.split()[2]), ("nominal", "27"))
        self.assertIn("\nwithout effect: notify\n", done.stdout)

    def test_run_as_it_is_lies_between_the_ends_of_a_tornado(self):
        found = self.analyse("tornado", "self-test", "--over", "payload=128 B..256 B", "--result", "latency")
        bar = found["tornado"][0]["bars"][0]
        self.assertEqual((bar["low"], bar["low_at"], bar["high"]), (27, "64 B", 30))

    def test_a_tornado_tells_what_each_end_gives(self):
        found = self.analyse("tornado", "self-test", "--over", "payload=128 B..256 B", "--result", "latency")
        self.assertEqual(found["tornado"][0]["bars"][0]["ends"], [["128 B", 28], ["256 B", 30]])
        self.assertIn(",128 B: 28.0; 256 B: 30.0\n", (self.place / "out/analysis.csv").read_text())

    def test_a_tornado_may_be_made_for_each_of_some_values(self):
        found = self.analyse("tornado", "self-test", "--over", "mcp.send_threshold=256 B..1 KB", "--each", "payload=64 B,128 B",
                             "--result", "latency")
        self.assertEqual([(block["result"], block["nominal"]) for block in found["tornado"]],
                         [("latency, payload=64 B", 27), ("latency, payload=128 B", 28)])
        self.assertTrue((self.place / "out/tornado-latency_payload_64_B.svg").exists())

    def test_a_pattern_is_all_that_is_guessed_and_called_so(self):
        found = self.analyse("tornado", "self-test", "--over", "pci.bridge.*", "--over", "pci.bridge.read_wait=0 cycles..1 cycle",
                             "--result", "latency")
        ranges = {one["key"]: (one["low"], one["high"]) for one in found["parameters"]}
        self.assertEqual(ranges["pci.bridge.read_latency"], ("8 cycles", "16 cycles"))
        self.assertTrue(all(key.startswith("pci.bridge.") for key in ranges))
        self.assertNotIn("pci.bridge.pio_min_read", ranges)  # documented

    def test_zero_that_stands_for_something_is_no_end_of_a_range(self):
        found = self.analyse("tornado", "self-test", "--over", "pci.bridge.read_disconnect", "--result", "latency")
        self.assertEqual(found["parameters"][0]["low"], "4 B")
        done = self.run_flybar("analyse", "tornado", "self-test", "--over", "pci.bridge.read_disconnect=0 B..1 KB")
        self.assertEqual(done.returncode, 3)
        self.assertIn("begins at 0, which stands for: never; allowed: values above 0", done.stderr)

    def test_morris_and_sobol_agree_about_a_plane(self):
        effects = self.analyse("morris", "self-test", *OVER, "--result", "latency", "--samples", "4")
        mu = {effect["key"]: effect["mu_star"] for effect in effects["morris"][0]["effects"]}
        self.assertAlmostEqual(mu["payload"], 16, delta=0.2)
        self.assertAlmostEqual(mu["mcp.send_threshold"], 6, delta=0.2)
        indices = self.analyse("sobol", "self-test", *OVER, "--result", "latency", "--samples", "64")
        first = {index["key"]: index["first"] for index in indices["sobol"][0]["indices"]}
        self.assertAlmostEqual(first["payload"], 16**2 / (16**2 + 6**2), delta=0.1)

    def test_without_a_spread_the_interval_is_that_of_plausible_values(self):
        found = self.analyse("self-test", "--uncertainty", "--samples", "20")
        lengths = {parameter["key"]: (parameter["low"], parameter["high"]) for parameter in found["parameters"]
                   if "low" in parameter}
        self.assertEqual(lengths["pci.bridge.read_latency"], ("8 cycles", "16 cycles"))
        self.assertEqual(lengths["host.fault"], ("4 us", "16 us"))  # a guess: half and twice
        self.assertLess(found["intervals"][0]["low"], found["intervals"][0]["high"])

    def test_uncertainty_gives_an_interval_around_the_value(self):
        found = self.analyse("self-test", "--uncertainty", "--samples", "40", "--spread", "2", "-j", "2")
        latency = found["intervals"][0]
        self.assertLess(latency["low"], latency["nominal"])
        self.assertGreater(latency["high"], latency["nominal"])
        self.assertEqual(latency["drivers"][0]["key"], "mcp.send_threshold")

    def test_uncertainty_says_what_validation_says(self):
        found = self.analyse("one-way", "--uncertainty", "--samples", "20")
        latency = found["intervals"][0]["validation"]
        self.assertGreater(latency["numbers"], 5)
        self.assertLess(latency["least_error_percent"], latency["greatest_error_percent"])
        self.assertLess(latency["low"], latency["high"])

    def test_uncertainty_without_published_numbers_says_so(self):
        done = self.run_flybar("analyse", "self-test", "--uncertainty", "--samples", "20")
        self.assertIn("latency: no published number of it is measured by self-test", done.stdout)

    def test_uncertainty_leaves_out_what_no_run_reads(self):
        found = self.analyse("one-way", "--uncertainty", "--samples", "20")
        parts = {parameter["key"].split(".")[0] for parameter in found["parameters"]}
        self.assertTrue({"mcp", "tpz", "link"} <= parts)
        self.assertFalse({"mpi", "pm", "gmsnet", "gms", "disk"} & parts)

    def test_a_system_reaches_the_program(self):
        done = self.run_flybar("analyse", "tornado", "self-test", "--system", "long-trunks", "--over",
                               "sender.mcp.send_threshold=512 B..2 KB", "--result", "latency")
        self.assertEqual(done.returncode, 3)
        self.assertIn("--system: self-test has nodes and a network of its own", done.stderr)

    def test_optimise_finds_the_corner(self):
        found = self.analyse("optimise", "self-test", *OVER, "--minimise", "latency", "--population", "12",
                             "--generations", "8")
        self.assertLess(found["front"][0]["results"]["latency"], 23)
        self.assertTrue((self.place / "out/results.csv").exists())

    def test_optimise_keeps_within_limits(self):
        found = self.analyse("optimise", "self-test", *OVER, "--minimise", "latency", "--subject-to", "latency >= 30 us",
                             "--population", "12", "--generations", "6")
        self.assertTrue(30 <= found["front"][0]["results"]["latency"] < 32)

    def test_several_objectives_make_a_front(self):
        found = self.analyse("optimise", "self-test", *OVER, "--minimise", "latency", "--maximise", "messages",
                             "--population", "8", "--generations", "3")
        self.assertEqual([objective["sense"] for objective in found["objectives"]], ["min", "max"])
        self.assertGreaterEqual(len(found["front"]), 1)

    def test_pareto_of_a_sweep_is_its_best_points(self):
        self.run_flybar("sweep", "self-test", "--vary", "payload=64 B,128 B,256 B", "-o", "made")
        found = self.analyse("pareto", "made", "--minimise", "latency")
        self.assertEqual([row["varied"]["payload"] for row in found["front"]], ["64 B"])

    def test_same_seed_gives_the_same_bytes_and_a_small_sample_says_so(self):
        made = []
        for jobs in ("1", "3"):
            done = self.run_flybar("analyse", "sobol", "self-test", *OVER, "--samples", "32", "--result", "latency",
                                   "--no-cache", "-j", jobs, "-o", "out")
            self.assertIn("latency: the sample is too small: intervals are up to ", done.stdout)
            made.append([(self.place / "out" / name).read_bytes()
                         for name in ("analysis.json", "analysis.csv", "sobol-latency.svg")])
        self.assertEqual(*made)

    def test_front_tells_units(self):
        self.run_flybar("sweep", "self-test", "--vary", "payload=64 B,64 KB", "-o", "made")
        done = self.run_flybar("analyse", "pareto", "made", "--minimise", "latency")
        self.assertEqual(done.stdout.splitlines()[0].split(), ["row", "payload", "latency", "us", "messages"])

    def test_another_program_may_drive(self):
        asked = ['{"id": 1, "set": {"payload": "64 B"}}', "nonsense", '{"id": 2, "set": {"payload": "64"}}',
                 '{"id": 3, "set": {"payload": "128 B", "control": "8 B"}}']
        done = self.run_flybar("analyse", "serve", "self-test", text="\n".join(asked))
        first, *answers = map(json.loads, done.stdout.splitlines())
        self.assertIn("payload", first["parameters"])
        by_id = {answer["id"]: answer for answer in answers}
        self.assertEqual(by_id[3]["results"]["latency"] - by_id[1]["results"]["latency"], 1.0)
        self.assertEqual([by_id[None]["status"], by_id[2]["status"]], ["refused", "refused"])

    def test_wrong_inputs_are_refused_with_four_parts(self):
        for code, *words in ((2, "sobl"), (2, "sobol"), (2, "sobol", "self-test"), (2, "sobol", "nosuch", *OVER),
                             (3, "sobol", "self-test", "--over", "nosuch"), (3, "sobol", "self-test", "--over", "payload=8"),
                             (3, "sobol", "self-test", "--over", "payload=8 B..4 B"),
                             (3, "sobol", "self-test", "--over", "payload=8 B..4 us"),
                             (2, "sobol", "self-test", "--over", "payload", "--over", "payload"),
                             (3, "sobol", "self-test", "--over", "payload", "--over", "payload=8 B..64 B"),
                             (3, "sobol", "self-test", *OVER, "--platform", "/nosuch.toml"),
                             (3, "tornado", "self-test", "--over", "nosuch.*"),
                             (3, "tornado", "self-test", *OVER, "--each", "nosuch=1,2"),
                             (3, "tornado", "self-test", *OVER, "--each", "notify"),
                             (2, "sobol", "self-test", *OVER, "--each", "payload=64 B,128 B"),
                             (2, "sobol", "self-test", *OVER, "--samples", "-1"),
                             (2, "sobol", "self-test", *OVER, "--samples", "0"),
                             (2, "sobol", "self-test", *OVER, "--samples", "31"),
                             (2, "sobol", "self-test", "--over", "payload=8 B..64 B"),
                             (2, "morris", "self-test", *OVER, "--samples", "3"),
                             (2, "morris", "self-test", "--over", "payload=8 B..64 B"),
                             (2, "self-test", "--uncertainty", "--samples", "19"),
                             (2, "tornado", "self-test", *OVER, "--result", "nosuch"),
                             (2, "optimise", "self-test", *OVER), (2, "optimise", "self-test", *OVER, "--minimise", "nosuch"),
                             (3, "optimise", "self-test", *OVER, "--minimise", "latency", "--subject-to", "latency"),
                             (3, "pareto", "nosuch", "--minimise", "latency"),
                             (5, "tornado", "self-test", *OVER, "-o", "/proc/x")):
            with self.subTest(words):
                done = self.run_flybar("analyse", *words)
                self.assertEqual(done.returncode, code, done.stderr)
                first, *faults = done.stderr.splitlines()
                self.assertTrue(first.startswith("flybar: "), done.stderr)
                self.assertTrue(faults and all("; allowed: " in fault for fault in faults), done.stderr)

    def refused(self, *words):
        """What is said of words that are not understood; nothing is left behind."""
        done = self.run_flybar("analyse", *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertFalse((self.place / "results").exists())
        return done.stderr

    def test_options_that_contradict_each_other_are_refused(self):
        for words in (("--platform", "alphastation-500", "--system", "incast-4"), ("--cache", "a", "--no-cache"),
                      ("--minimise", "latency", "--maximise", "latency")):
            self.assertRegex(self.refused("optimise", "self-test", *OVER, "--minimise", "messages", *words), "leave one out$")

    def test_an_option_given_twice_is_refused(self):
        for words in (("--seed", "1", "--seed", "2"), ("--platform", "a", "--platform", "b"), ("-j", "1", "--jobs", "2")):
            self.assertIn(" is given more than once; ", self.refused("morris", "self-test", *OVER, *words))
        for words in (("--result", "latency"), ("--set", "notify=polling")):
            self.assertIn(" is given twice; ", self.refused("morris", "self-test", *OVER, *words, *words))

    def test_an_option_without_effect_is_refused(self):
        for method, *words in (("tornado", "--seed", "1"), ("tornado", "--samples", "9"), ("optimise", "--level", "90"),
                               ("optimise", "--result", "latency"), ("tornado", "--spread", "2"), ("morris", "--chunk", "4"),
                               ("morris", "--engine", "script"), ("morris", "--sam", "9")):
            self.refused(method, "self-test", *OVER, *words)

    def test_an_empty_text_is_no_value(self):
        for words in (("-o", ""), ("--set", ""), ("--platform", ""), ("--result", "")):
            self.assertIn(" is an empty text; ", self.refused("morris", "self-test", *OVER, *words))

    def test_a_result_that_is_not_there_is_told_after_one_run(self):
        for option, method in (("--result", "morris"), ("--minimise", "optimise"), ("--maximise", "optimise")):
            self.assertRegex(self.refused(method, "self-test", *OVER, option, "nosuch"),
                             rf'\n{option}: there is no result "nosuch"; allowed: latency, ')
            self.assertEqual(len(list((self.place / "cache").rglob("*.point"))), 1)

    def test_a_value_that_cannot_be_is_told_by_option_and_parameter(self):
        done = self.run_flybar("analyse", "tornado", "self-test", *OVER, "--each", "notify=polling,nosuch", "--result", "latency")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn('\n--over or --each: notify: "nosuch" is not a choice; allowed: ', done.stderr)


unittest.main()
