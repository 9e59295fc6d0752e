"""What scripts/rooms finds wrong with a tree of sources: rooms_test.py SOURCES"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOMS = pathlib.Path(sys.argv.pop(1)) / "scripts/rooms"
# A small tree with which nothing is wrong.
TREE = {
    "models/common/units.h": "",
    "models/host/cpu/cpu.h": '#include "models/common/units.h"\n',
    "models/host/disk/disk.h": '#include "models/host/cpu/cpu.h"\n',
    "firmware/pm/queue.h": "",
    "firmware/pm/queue.c": '#include "firmware/pm/queue.h"\n',
    "firmware/pm/control.h": "",
    "firmware/pm/control.c": '#include "firmware/pm/control.h"\n#include "firmware/pm/queue.h"\n',
    "traces/sinks/sinks.h": '#include "models/common/units.h"\n',
    "testbenches/experiments/page/page.h": '#include "models/host/cpu/cpu.h"\n',
    "testbenches/flybar/run/run.cpp": '#include "testbenches/flybar/results/record.h"\n',
    "testbenches/flybar/results/record.h": '#include "testbenches/experiments/page/page.h"\n',
    "testbenches/tests/bench.h": "",
    "testbenches/tests/flybar/run/run_test.cpp": '#include "testbenches/flybar/run/run.cpp"\n#include "testbenches/tests/bench.h"\n',
}


def complaints(**changes):
    """What is said of the tree with these lines as well; __ in a name is /."""
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name, text in TREE.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(text)
        for name, used in changes.items():
            file = top / changed_name(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            with open(file, "a", encoding="utf-8") as out:
                out.write(f'#include "{used}"\n' if used else "")
        (top / "scripts").mkdir()
        shutil.copy(ROOMS, top / "scripts/rooms")
        ended = subprocess.run([top / "scripts/rooms"], capture_output=True, text=True)
        assert ended.returncode == bool(ended.stderr)
        return ended.stderr


def changed_name(name):
    path, suffix = name.rsplit("__", 1)
    return f"{path.replace('__', '/')}.{suffix}"


class Rooms(unittest.TestCase):
    def test_nothing_is_said_of_a_tower(self):
        self.assertEqual(complaints(), "")

    def test_a_folder_with_31_files_is_too_full(self):
        files = {f"models__common__f{i}__h": "" for i in range(30)}
        self.assertIn("models/common: found 31 files", complaints(**files))

    def test_code_that_measures_all_parts_names_none(self):
        self.assertIn('measure/use.h: found "lanai"', complaints(
            testbenches__experiments__measure__use__h="models/lanai/board.h"))

    def test_the_program_names_no_part(self):
        self.assertIn('run/run.cpp: found "pci"', complaints(testbenches__flybar__run__run__cpp="models/pci/bus.h"))
        self.assertIn('page/lane.js: found "Lanai"', complaints(testbenches__flybar__report__page__lane__js="Lanai"))

    def test_folders_of_a_part_name_it(self):
        self.assertEqual(complaints(testbenches__flybar__lanai__exec__cpp="models/lanai/chip.h",
                                    models__lanai__chip__h=""), "")

    def test_an_example_of_a_command_may_name_a_part(self):
        self.assertEqual(complaints(testbenches__flybar__command__manual__h="flybar params pci.bridge"), "")
        self.assertIn('manual.h: found "pci"', complaints(testbenches__flybar__command__manual__h="params pci.bridge"))

    def test_folders_of_a_block_that_include_each_other_are_a_circle(self):
        said = complaints(models__host__cpu__cpu__h="models/host/disk/disk.h")
        self.assertIn("models/host: found the circle cpu -> disk -> cpu", said)

    def test_files_of_a_folder_are_a_circle(self):
        said = complaints(models__host__cpu__cpu__h="models/host/cpu/lane.h", models__host__cpu__lane__h="models/host/cpu/cpu.h")
        self.assertIn("models/host/cpu: found the circle", said)

    def test_two_files_of_a_firmware_with_their_headers_are_a_circle(self):
        said = complaints(firmware__pm__queue__c="firmware/pm/control.h")
        self.assertIn("firmware/pm: found the circle", said)

    def test_folders_of_the_program_are_a_circle(self):
        said = complaints(testbenches__flybar__results__record__h="testbenches/flybar/run/run.h",
                          testbenches__flybar__run__run__h="testbenches/flybar/results/record.h")
        self.assertIn("testbenches/flybar: found the circle", said)

    def test_folders_of_the_experiments_are_a_circle(self):
        said = complaints(testbenches__experiments__page__page__h="testbenches/experiments/rpc/rpc.h",
                          testbenches__experiments__rpc__rpc__h="testbenches/experiments/page/page.h")
        self.assertIn("testbenches/experiments: found the circle page -> rpc -> page", said)

    def test_folders_of_tests_are_a_circle(self):
        said = complaints(testbenches__tests__host__bench__h="testbenches/tests/pci/bench.h",
                          testbenches__tests__pci__bench__h="testbenches/tests/host/bench.h")
        self.assertIn("testbenches/tests: found the circle host -> pci -> host", said)

    def test_a_block_that_includes_a_higher_one_is_an_arrow_up(self):
        said = complaints(models__common__agenda__h="models/pci/bus.h")
        self.assertIn("models: found common -> pci, an arrow up", said)

    def test_the_models_do_not_know_the_program(self):
        said = complaints(models__systems__systems__cpp="testbenches/flybar/run/run.h")
        self.assertIn(".: found models -> testbenches, an arrow up", said)

    def test_a_new_block_needs_a_floor(self):
        said = complaints(models__ethernet__card__h="models/common/units.h")
        self.assertIn("models: found ethernet, which has no floor", said)

    def test_the_program_includes_no_helper_of_tests(self):
        said = complaints(testbenches__flybar__run__run__cpp="testbenches/tests/bench.h")
        self.assertIn("testbenches/flybar/run/run.cpp: found an include of a test", said)

    def test_an_example_includes_no_helper_of_tests(self):
        said = complaints(docs__examples__parts__card__h="testbenches/tests/bench.h")
        self.assertIn("docs/examples/parts/card.h: found an include of a test", said)

    def test_a_test_beside_the_product_is_in_the_wrong_folder(self):
        said = complaints(testbenches__flybar__run__run_test__cpp="")
        self.assertIn("flybar/run/run_test.cpp: found a test beside the product", said)


if __name__ == "__main__":
    unittest.main()
