"""What --load says of objects that are not for this program: load_test.py FLYBAR"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

FLYBAR = sys.argv.pop(1)
# An object whose code must never run.
OTHER = """
#include <stdlib.h>
extern const char flybar_interface_1;
const char* flybar_experiment_interface(void) { return &flybar_interface_1; }
__attribute__((constructor)) static void run(void) { abort(); }
"""


class Load(unittest.TestCase):
    def test_an_object_of_another_interface_is_refused_before_it_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            source, built = pathlib.Path(folder) / "other.c", pathlib.Path(folder) / "other.so"
            source.write_text(OTHER)
            subprocess.run(["cc", "-shared", "-fPIC", source, "-o", built], check=True)
            ended = subprocess.run([FLYBAR, "run", "one-way", "--load", built], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 3)
        self.assertIn("other.so: was built against another program, of interface 1; allowed: ", ended.stderr)


if __name__ == "__main__":
    unittest.main()
