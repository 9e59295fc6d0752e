"""What the build and the scripts use comes from the packages of scripts/setup, and from nothing installed by hand.

    packages_test.py SOURCE BUILD

Headers: those that ninja has noted for every object. Programs: every word where a script, a Python program or a CMake
file names a command, if a program of this machine has that name. The package that owns it must be one of scripts/setup,
or one that those depend on, or one that every Debian has. For what scripts/run needs, the list of tests does not count: to
configure the build, and to build the program.
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/share/verilator/")
SCRIPTS = ("scripts", "testbenches", "rtl", "firmware", "traces", "models", ".ci")
# Where a command stands: first in a line of the shell, behind what joins commands, or behind a program that runs it;
NAME = r"([a-z][\w.+-]*)"
SHELL = re.compile(r"(?=(?:^|[|&;(!]|\b(?:exec|if|then|else|do|while|command -v|timeout\s+\S+|xargs.*?)\s)[ \t]*" + NAME
                   + r"(?:$|[\s;)]))", re.M)
# first in a list of Python, or in a call of what runs a command; behind the words of CMake for it.
PYTHON = re.compile(r"(?:(?<![\w\])])\[|\b(?:which|run|output|call|daemon|Popen|execvp)\()\s*\"" + NAME + "\"")
CMAKE = re.compile(r"(?:\bCOMMAND\s+|find_program\(\s*\w+\s+(?:NAMES\s+)?)\"?" + NAME)
# What stands there and is no command, although a package of Debian has a program of that name; and what is asked for.
WORDS = {
    "expect": "a function of the shell",
    "idle": "a state of Slurm",
    "import": "Python in a script of the shell",
    "leave": "a pattern of case",
    "lld": "a word in a title",
    "mmdebstrap": "scripts/fresh asks for it",
    "note": "a function of the shell",
    "npm": "comes with some nodejs; scripts/setup asks",
    "opt": "a command of yosys",
    "perf": "record-workload --faults asks for it",
    "prep": "a command of yosys",
    "say": "a word in a message",
    "see": "a word in a message",
    "sqlite3": "a program that was recorded",
    "sudo": "scripts/setup asks for it",
    "the": "a word in a message",
    "tidy": "a function of the shell",
    "tree": "a shape of a network",
}


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def listed(*lists):
    """The packages of these lists of scripts/setup, with those that are asked for if others do not have them."""
    text = (SOURCE / "scripts/setup").read_text()
    words = []
    for name in lists:
        words += re.sub(r"#.*", "", re.search(rf"^{name}=\((.*?)^\)", text, re.S | re.M)[1]).split()
    return set(words) | set(re.findall(r"packages\+=\((\w+)\)", text))


def closure(roots):
    """`roots`, what they need, and what every Debian has."""
    fields = "${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\t${Essential}\t${Priority}\t${db:Status-Status}\n"
    needs, providers, found = {}, {}, set()
    for line in output("dpkg-query", "-W", "-f", fields).splitlines():
        name, depends, provides, essential, priority, status = line.split("\t")
        if status != "installed":
            continue
        needs[name] = [re.sub(r"[ (:].*", "", word.strip()) for word in re.split(r"[,|]", depends) if word.strip()]
        for word in [name, *re.split(r",\s*", provides)]:
            providers.setdefault(re.sub(r"[ (:].*", "", word), set()).add(name)
        if essential == "yes" or priority == "required":
            found.add(name)
    waiting = [name for root in roots for name in providers.get(root, ())] + list(found)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting += [owner for word in needs[name] for owner in providers.get(word, ()) if owner not in found]
    return found


def owners(paths):
    """The packages that own each of these files, by file."""
    found = {}
    asked = sorted(paths)
    for at in range(0, len(asked), 500):
        answer = subprocess.run(["dpkg", "-S", *asked[at:at + 500]], capture_output=True, text=True).stdout
        for line in answer.splitlines():
            names, _, path = line.partition(": ")
            if path in paths and not names.startswith("diversion"):
                found[path] = {name.split(":")[0] for name in names.split(", ")}
    return found


def real(path):
    """Debian owns /usr/bin/x under that name or as /bin/x, and links lead to both."""
    return os.path.realpath(path)


def headers(*objects):
    """Of these objects, or of all."""
    text = output("ninja", "-C", str(BUILD), "-t", "deps", *objects)
    paths = {line.strip() for line in text.splitlines() if line.startswith("    ")}
    return {real(path) for path in paths if path.startswith(SYSTEM)}


def objects_of(target):
    commands = output("ninja", "-C", str(BUILD), "-t", "commands", target)
    return re.findall(r" -o (\S+\.o) ", commands)


def found_by_cmake():
    """Files and folders of the system that the build was configured with."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    paths = re.findall(r"^[\w-]+:(?:FILEPATH|PATH)=(/usr/.+)", cache, re.M)
    return {real(path) for path in paths if os.path.exists(path)}


def place_of_commands(path):
    """What finds the commands in this file; None if it has none."""
    if path.suffix in (".md", ".csv", ".workload", ".scenario", ".txt", ".svg") or not path.is_file():
        return None
    if path.name == "CMakeLists.txt" or path.suffix == ".cmake":
        return CMAKE
    if path.suffix == ".py":
        return PYTHON
    if path.suffix != ".bash" and not path.stat().st_mode & 0o111:
        return None
    with open(path, errors="replace") as file:
        return PYTHON if "python" in file.readline() else SHELL


def commands_of_scripts():
    """Each word that may be a command, with a file in which it stands."""
    words = {}
    for folder in SCRIPTS:
        for path in (SOURCE / folder).rglob("*"):
            place = place_of_commands(path)
            if place is None:
                continue
            text = re.sub(r"(?s)\"\"\".*?\"\"\"", "", path.read_text(errors="replace"))
            text = re.sub(r"(?m)(?:^|\s)#.*$", "", text)
            for word in place.findall(text):
                words.setdefault(word, path.relative_to(SOURCE))
    return words


def programs():
    return {path.name: path for folder in ("/usr/bin", "/usr/sbin") for path in pathlib.Path(folder).iterdir()}


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        everywhere = {"apt", "git", "ca-certificates"}
        cls.to_run = closure(listed("packages") | everywhere)
        cls.installed = closure(listed("packages", "tests") | everywhere)

    def strangers(self, paths, installed=None):
        """Of these files, each that a package outside of the closure owns."""
        found = owners(paths)
        return {path: sorted(names) for path, names in found.items() if not names & (installed or self.installed)}

    def test_scripts_setup_names_only_packages_that_are_installed(self):
        missing = [name for name in listed("packages", "tests") if name not in self.installed and name not in ("nodejs", "npm")]
        self.assertEqual(missing, [])

    def test_headers_come_from_them(self):
        paths = headers()
        self.assertGreater(len(paths), 100, "ninja has noted no headers")
        self.assertEqual(self.strangers(paths), {})

    def test_program_needs_no_package_of_tests(self):
        paths = headers(*objects_of("flybar"))
        self.assertGreater(len(paths), 100, "ninja has noted no headers")
        self.assertEqual(self.strangers(paths, self.to_run), {})

    def test_configuring_needs_no_package_of_tests(self):
        paths = found_by_cmake()
        self.assertGreater(len(paths), 5, "CMake has found nothing")
        self.assertEqual(self.strangers(paths, self.to_run), {})

    def test_programs_that_scripts_name_come_from_them(self):
        known, words = programs(), commands_of_scripts()
        self.assertLessEqual({"mmdebstrap", "verilator", "strace", "yosys-abc", "clang-tidy-14", "fold"}, words.keys())
        paths = {real(known[word]): word for word in words if word in known and word not in WORDS}
        self.assertGreater(len(paths), 20, "no script names a program")
        strange = {paths[path]: (names, str(words[paths[path]])) for path, names in self.strangers(paths).items()}
        self.assertEqual(strange, {})



if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
