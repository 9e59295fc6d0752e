#!/usr/bin/python3
"""Tests of main.cpp: main_test.py BINARY. Each calls BINARY (main_subject.cpp) directly, without ctest."""
import os
import subprocess
import sys
import unittest

BINARY = sys.argv.pop(1)
RUN = {name: text for name, text in os.environ.items() if not name.startswith("GTEST_")}


def run(*options):
    return subprocess.run([BINARY, *options], capture_output=True, text=True, check=False,
                          env={**RUN, "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"})


class MainTest(unittest.TestCase):
    def test_several_simulations_have_a_process_each(self):
        done = run("--gtest_filter=All/*")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("Running 3 tests, each in a process of its own", done.stdout)
        self.assertEqual(done.stdout.count("[       OK ] All/Simulates.ToItsEnd/"), 3)
        self.assertNotIn("Note: Google Test filter", done.stdout)
        self.assertTrue(done.stdout.endswith("[==========] 3 tests ran.\n[  PASSED  ] 3 tests.\n"), done.stdout)

    def test_failures_and_signals_are_summed_up(self):
        done = run()
        self.assertEqual(done.returncode, 1)
        self.assertIn("as it shall", done.stdout)
        self.assertIn("[  FAILED  ] Ends.BySigkill (Killed)\n", done.stdout)
        self.assertTrue(done.stdout.endswith(
            "[==========] 6 tests ran.\n[  PASSED  ] 3 tests.\n"
            "[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] Ends.BeforeItHasBegun\n"
            "[  FAILED  ] 2 tests, listed below:\n[  FAILED  ] Ends.ByAFailure\n[  FAILED  ] Ends.BySigkill\n"), done.stdout)

    def test_one_test_by_its_name_is_left_to_gtest(self):
        done = run("--gtest_filter=All/Simulates.ToItsEnd/1", "--gtest_also_run_disabled_tests")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Running 1 test from 1 test suite.", done.stdout)
        self.assertIn("Global test environment tear-down", done.stdout)

    def test_a_pattern_that_matches_one_test_is_left_to_gtest(self):
        self.assertIn("Running 1 test from 1 test suite.", run("--gtest_filter=*ToItsEnd/2").stdout)

    def test_a_list_is_that_of_gtest(self):
        self.assertEqual(run("--gtest_list_tests", "--gtest_filter=Ends.B*").stdout,
                         "Ends.\n  ByAFailure\n  BySigkill\n  BeforeItHasBegun\n")

    def test_the_first_failure_ends_the_run_where_that_is_wanted(self):
        done = run("--gtest_filter=Ends.*", "--gtest_fail_fast", "--gtest_brief=1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("[==========] 1 test ran.\n", done.stdout)

    def test_disabled_tests_run_where_that_is_wanted(self):
        done = run("--gtest_filter=*ByAFailure", "--gtest_also_run_disabled_tests")
        self.assertIn("Running 2 tests, each in a process of its own", done.stdout)
        self.assertIn("[  FAILED  ] Ends.DISABLED_ByAFailure\n", done.stdout)


if __name__ == "__main__":
    unittest.main()
