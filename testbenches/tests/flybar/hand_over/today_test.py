"""What flybar-rtl is made of, as the build knows it: today_test.py SOURCE BUILD.

An edit of any of these files is built at the next use of RTL (hand_over_test.cpp), and is in the digest that an
installed program compares."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = (Path(word).resolve() for word in sys.argv[1:3])
del sys.argv[1:3]
VERSION = SOURCE / "testbenches/flybar/terminal/build_version.cmake"
FOLDERS = re.search(r"set\(folders ([^)]*)\)", VERSION.read_text())[1].split()


def ninja(*words):
    return subprocess.run(["ninja", "-C", BUILD, *words], capture_output=True, text=True, check=True).stdout


def relative(names):
    """Those that are files of the source tree, and were not made."""
    found = set()
    for name in names:
        path = (BUILD / name).resolve()
        if path.is_relative_to(SOURCE) and not path.is_relative_to(SOURCE / "build"):
            found.add(str(path.relative_to(SOURCE)))
    return found


def made_of(target):
    """All that the build of a target reads, headers as well."""
    inputs = set(ninja("-t", "inputs", target).split("\n"))
    read, wanted = set(inputs), False
    for line in ninja("-t", "deps").split("\n"):
        if line.startswith("    "):
            if wanted:
                read.add(line.strip())
        elif line:
            wanted = line.split(":")[0] in inputs
    return relative(read)


class Today(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rtl, cls.flybar = made_of("flybar-rtl"), made_of("flybar")

    def missing(self, folder, *patterns):
        files = {str(f.relative_to(SOURCE)) for p in patterns for f in (SOURCE / folder).rglob(p)}
        self.assertGreater(len(files), 0)
        return sorted(files - self.rtl)

    def test_rtl_is_built_of_all_systemverilog(self):
        self.assertEqual(self.missing("rtl", "*.sv"), [])

    def test_rtl_is_built_of_all_models(self):
        self.assertEqual(self.missing("models", "*.cpp"), ["models/cluster/run/standalone.cpp"])

    def test_rtl_is_built_with_the_firmware(self):
        self.assertEqual(self.missing("firmware", "*.c"), ["firmware/common/arithmetic64.c", "firmware/common/memory.c"])

    def test_rtl_is_built_of_the_layouts_and_what_is_made_of_them(self):
        self.assertEqual(self.missing("models/layouts", "*.toml", "*.hpp", "*.sv"), [])

    def test_both_programs_are_made_of_what_the_digest_is_of(self):
        known = tuple(folder + "/" for folder in FOLDERS)
        others = {f for f in self.rtl | self.flybar if not f.startswith(known)}
        self.assertEqual({f for f in others if f.endswith((".cpp", ".h", ".hpp", ".c", ".sv"))}, set())


class Digest(unittest.TestCase):
    FILES = ("CMakeLists.txt", "models/a.cpp", "models/layouts/b.toml", "rtl/c.sv", "firmware/d.c", "models/a_test.cpp")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name in self.FILES:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).write_text("old")

    def digest(self, options="-O3"):
        header = self.tree / "made.h"
        subprocess.run(["cmake", f"-DSOURCE={self.tree}", f"-DOUTPUT={header}", "-DCOMPILER=GNU 12", f"-DOPTIONS={options}",
                        "-P", VERSION], check=True)
        return re.search(r'FLYBAR_SOURCES "(\w{32})"', header.read_text())[1]

    def test_edit_of_each_kind_of_source_makes_another_one(self):
        for name in self.FILES[:-1]:
            before = self.digest()
            (self.tree / name).write_text("new")
            self.assertNotEqual(self.digest(), before, name)

    def test_other_options_make_another_one(self):
        self.assertNotEqual(self.digest("-O3"), self.digest("-O1"))

    def test_test_does_not_count(self):
        before = self.digest()
        (self.tree / "models/a_test.cpp").write_text("new")
        self.assertEqual(self.digest(), before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
