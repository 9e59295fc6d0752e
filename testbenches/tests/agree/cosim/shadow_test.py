"""RTL beside the model in 1 % of the clocks of every experiment, at other places each time: shadow_test.py FLYBAR.

FLYBAR_TEST_SEED repeats the places of a run, which prints its seed."""
import json
import os
import random
import re
import subprocess
import sys
import unittest

FLYBAR = sys.argv.pop()
SEED = int(os.environ.get("FLYBAR_TEST_SEED") or random.randrange(1, 1 << 32))
WORDS = {
    "replay": ["--set", "workload=query"], "file-read": ["--platform", "alcor-miata"],
    "file-write": ["--platform", "alcor-miata"],
    "programs": ["--set", "node0=nc -l 5000", "--set", "node1=@1 ms echo hello | nc -N node0 5000"],
}


def words_of(experiment):
    of_pm = experiment.startswith(("pm-", "mpi-")) or experiment == "nas"
    return ["run", experiment, *(["--platform", "rwc-pentium-pro"] if of_pm else WORDS.get(experiment, []))]


def run(*words):
    done = subprocess.run([FLYBAR, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(words)} ended with {done.returncode}:\n{done.stderr}")
    return done


def results(done):
    """Without how long it took, and what the cards are."""
    record = json.loads(done.stdout)
    del record["wall_seconds"], record["parameters"]["node.cards"]
    return record


def experiments():
    return [line.split()[0] for line in run("list", "experiments").stdout.splitlines()[1:]]


class Shadow(unittest.TestCase):
    def test_of_one_percent_of_every_experiment_does_what_the_model_does(self):
        clocks = 0
        for experiment in experiments():
            with self.subTest(experiment, seed=SEED):
                words = words_of(experiment)
                shadowed = run(*words, "--shadow", "1%", "--shadow-seed", str(SEED), "--json", "-")
                told = re.search(r"shadow: (\d+) clocks .* no difference", shadowed.stderr)
                self.assertTrue(told, shadowed.stderr)
                self.assertGreater(int(told[1]), 0)
                self.assertEqual(results(shadowed), results(run(*words, "--quiet", "--json", "-")))
                clocks += int(told[1])
        print(f"FLYBAR_TEST_SEED={SEED}: {clocks} clocks of RTL beside the model")

    def test_every_firmware_does_the_same_on_rtl_in_every_clock(self):
        for words in (["one-way", "--set", "round_trips=2"],
                      ["pm-latency", "--platform", "rwc-pentium-pro", "--set", "round_trips=2"],
                      ["myriapi-latency", "--set", "round_trips=2"],
                      ["myriapi-bandwidth", "--set", "messages=20", "--set", "notify=interrupt"]):
            with self.subTest(words):
                model = results(run("run", *words, "--quiet", "--json", "-"))
                for nic in ("rtl", "lockstep"):
                    self.assertEqual(results(run("run", *words, "--nic", nic, "--quiet", "--json", "-")), model)

    def test_places_depend_on_the_seed_alone(self):
        def told(seed):
            return run("run", "one-way", "--shadow", "3%", "--shadow-seed", seed).stderr

        self.assertEqual(told("1"), told("1"))
        self.assertRegex(told("2"), r"\d+ windows of seed 2")

    def test_run_without_a_window_says_that_nothing_was_compared(self):
        self.assertIn("nothing was compared", run("run", "one-way", "--shadow", "0.001%", "--set", "round_trips=1").stderr)

    def test_named_windows_are_those_of_traces(self):
        for window in ("slowest", "message 3", "100 us..200 us"):
            told = run("run", "one-way", "--shadow", window).stderr
            self.assertRegex(told, r"shadow: [1-9]\d* clocks of RTL .* in the window named: no difference")


class WrongShadow(unittest.TestCase):
    def refused(self, *words):
        done = subprocess.run([FLYBAR, "run", "one-way", "--quiet", *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("--shadow: ", done.stderr)
        self.assertIn("; allowed: ", done.stderr)
        return done.stderr

    def test_shares_are_more_than_nothing_and_at_most_the_whole(self):
        for share in ("0%", "-1%", "0.00009%", "100.1%", "nan%", "%", "1 percent%"):
            self.assertIn("0.0001% to 100%", self.refused("--shadow", share))
        run("run", "one-way", "--set", "round_trips=1", "--shadow", "100%")

    def test_seeds_are_not_negative(self):
        done = subprocess.run([FLYBAR, "run", "one-way", "--shadow", "1%", "--shadow-seed", "-3"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("--shadow-seed: -3; allowed: whole numbers from 0 on", done.stderr)

    def test_windows_are_times_or_messages_that_exist(self):
        for window in ("1", "message", "message 0", "message 999999", "2 us..1 us", "fastest"):
            self.refused("--shadow", window)

    def test_window_behind_the_end_is_told_after_the_results(self):
        self.assertIn("the results are complete", self.refused("--shadow", "10 s..20 s"))

    def test_a_chip_that_is_rtl_has_no_shadow(self):
        self.assertIn("with --nic rtl", self.refused("--shadow", "1%", "--nic", "rtl"))
        self.assertIn("with --nic server=lockstep", self.refused("--shadow", "1%", "--nic", "server=lockstep"))

    def test_a_chip_for_which_there_is_no_rtl_is_refused_before_the_run(self):
        done = subprocess.run([FLYBAR, "run", "one-way", "--shadow", "1%", "--set", "lanai.sram_width=64 bit"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("lanai.sram_width", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
