"""What bash and zsh make of the program's completion: completion_test.py FLYBAR"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

FLYBAR = pathlib.Path(sys.argv.pop(1)).resolve()
ENVIRONMENT = {**os.environ, "PATH": f"{FLYBAR.parent}:{os.environ['PATH']}", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
MOST_SECONDS = 60  # for a shell that does not answer


def flybar(*words):
    return subprocess.run([FLYBAR, *words], capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout


def bash(line):
    """The words that bash offers for the last one."""
    words = line.split(" ")
    script = f"""source <("$0" completion bash); COMP_WORDS=({' '.join(f"'{word}'" for word in words)})
                 COMP_CWORD={len(words) - 1}; _flybar; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script, FLYBAR], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return done.stdout.split()


class Zsh:
    """One that runs on a terminal, as for a user."""

    def __init__(self, home):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], {**ENVIRONMENT, "HOME": home, "COLUMNS": "200"})
        self.enter(f"stty cols 200 rows 100; unsetopt prompt_cr prompt_sp; PS1=''; zstyle ':completion:*' list-prompt ''; "
                   f"LISTMAX=1000; autoload -Uz compinit; compinit -u -D; source <('{FLYBAR}' completion zsh); "
                   "print -r -- rea''dy\n", "ready")

    def enter(self, keys, end):
        os.write(self.terminal, keys.encode())
        text = ""
        while not re.search(end, text):
            ready, _, _ = select.select([self.terminal], [], [], MOST_SECONDS)
            if not ready:
                raise AssertionError(f"zsh has not said {end!r} but {text!r}")
            text += os.read(self.terminal, 4096).decode(errors="replace")
        return text

    def offers(self, line, end):
        """What stands on the terminal after a Tab, until `end` is there."""
        text = self.enter(line + "\t", end)
        os.write(self.terminal, b"\x15")  # forget the line
        return text

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.child, 0)


class Bash(unittest.TestCase):
    def test_completes_an_option(self):
        self.assertEqual(bash("flybar run one-way --shadow-s"), ["--shadow-seed"])

    def test_completes_names_of_platforms_and_systems(self):
        self.assertIn("alcor-miata", bash("flybar run one-way --platform alc"))
        self.assertIn("incast-4", bash("flybar run incast --system inc"))

    def test_completes_all_lists(self):
        refused = subprocess.run([FLYBAR, "list", "nosuch"], capture_output=True, text=True).stderr
        lists = re.search(r"allowed: (.*?);", refused)[1].split(", ")
        self.assertEqual(sorted(bash("flybar list ")), sorted(lists))

    def test_offers_the_words_that_the_program_allows(self):
        for command, option in (("run", "--nic"), ("run", "--step"), ("sweep", "--engine"), ("completion", "")):
            wrong = [command, option, "nosuch"] if option == "" else [command, "one-way", option, "nosuch"]
            refused = subprocess.run([FLYBAR, *filter(None, wrong)], capture_output=True, text=True).stderr
            allowed = re.search(r"allowed: (.*?)(?:, also .*)?;", refused)[1].split(", ")
            self.assertEqual(sorted(bash(f"flybar {command} " + (f"one-way {option} " if option else ""))), sorted(allowed))

    def test_completes_a_command_inside_of_another(self):
        self.assertIn("show", bash("flybar sweep sh"))
        self.assertEqual(bash("flybar sweep show --rer"), ["--rerun"])

    def test_completes_methods_and_options_of_analyses(self):
        self.assertEqual(bash("flybar analyse torn"), ["tornado"])
        self.assertIn("--minimise", bash("flybar analyse optimise one-way --min"))

    def test_knows_every_option_of_every_help(self):
        script = flybar("completion", "bash")
        for command in ("list", "params", "run", "sweep", "validate", "exec", "compare", "report"):
            options = re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]+)", flybar(command, "--help"), re.M)
            self.assertIn("--help", options)
            for option in options:
                self.assertRegex(script, rf'"{command} "\*\) .*{option}\b')


@unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
class ZshCompletes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.zsh = Zsh(cls.home.name)

    @classmethod
    def tearDownClass(cls):
        cls.zsh.close()
        cls.home.cleanup()

    def test_commands(self):
        self.zsh.offers("flybar re", "report")

    def test_an_option(self):
        self.zsh.offers("flybar run one-way --shadow-s", "--shadow-seed")

    def test_names_of_platforms_and_systems(self):
        self.zsh.offers("flybar run one-way --platform alc", "alcor-miata")
        self.zsh.offers("flybar run incast --system long-t", "long-trunks")

    def test_lists(self):
        self.zsh.offers("flybar list mach", "machines")

    def test_a_command_inside_of_another(self):
        self.zsh.offers("flybar sweep show --rer", "--rerun")

    def test_methods_of_analyses(self):
        self.zsh.offers("flybar analyse torn", "tornado")


unittest.main()
