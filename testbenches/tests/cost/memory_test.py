#!/usr/bin/python3
"""How much memory runs of sockets take at most: memory_test.py FLYBAR"""
import os
import subprocess
import sys
import unittest

FLYBAR = sys.argv.pop()
MB = 1024  # in the KB of getrusage


def peak(experiment, *settings):
    """In KB."""
    words = [word for setting in settings for word in ("--set", setting)]
    with subprocess.Popen([FLYBAR, "run", experiment, "--quiet", *words], stdout=subprocess.DEVNULL) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise AssertionError(f"{experiment} {settings} ended with {run.returncode}")
    return usage.ru_maxrss


class Memory(unittest.TestCase):
    def test_a_node_takes_at_most_4_mb(self):
        """Pages that programs touch are not of it: here these are few."""
        few, many = (peak("netperf-many", "pattern=pairs", "amount=1 B", f"nodes={n}") for n in (8, 24))
        print(f"{(many - few) / 16 / MB:.2f} MB a node")
        self.assertLess(many - few, 16 * 4 * MB)

    def test_it_does_not_grow_with_the_length_of_a_run(self):
        for copy in ("remap", "both"):
            short, long = (peak("netperf", f"copy={copy}", f"amount={amount} MB") for amount in (2, 20))
            print(f"copy={copy}: {short / MB:.1f} MB, ten times as long {long / MB:.1f} MB")
            self.assertLess(long, short + 4 * MB)

    def test_24_nodes_take_less_than_1_gb(self):
        self.assertLess(peak("netperf-many", "nodes=24", "amount=8 KB"), 1000 * MB)


if __name__ == "__main__":
    unittest.main()
