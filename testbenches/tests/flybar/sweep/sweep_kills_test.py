"""Sweeps on this machine, killed at random instants: sweep_kills_test.py FLYBAR_SELF_TEST"""
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import kills  # noqa: E402

FLYBAR = os.path.abspath(sys.argv.pop())
KILLS = 150 if "FLYBAR_LONG" in os.environ else 8
LONGEST = 0.6  # seconds until a kill


class Kills(unittest.TestCase):
    def test_lose_double_and_alter_nothing(self):
        chance = kills.make_chance(self)
        with tempfile.TemporaryDirectory() as place:
            command = [FLYBAR, "sweep", "self-test", "--vary", "payload=0 B..640 B:16 B", "-j", "2"]
            whole = kills.killed_sweeps([*command, "--no-cache"], f"{place}/whole", 0, chance, os.environ, 0)[0]
            # The cache lives on, with whatever a killed sweep has left in it.
            made = kills.killed_sweeps([*command, "--cache", f"{place}/cache"], f"{place}/killed", KILLS, chance,
                                       os.environ, LONGEST)
            for directory in made:
                self.assertEqual(kills.tables(directory), kills.tables(whole))
                self.assertEqual(kills.records(directory), kills.records(whole))
                self.assertFalse(os.path.exists(f"{directory}/unfinished"))


unittest.main()
