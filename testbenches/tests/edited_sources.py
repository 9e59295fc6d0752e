"""Copies of the sources with edits in them: what tests are to find, or how the fast path does without a part."""
import contextlib
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def misfits(file, named):
    """What is wrong with the edits of a file like ablations.toml, a line each; `named` is what it says."""
    for name, one in named.items():
        for edit in one["edits"]:
            path = ROOT / edit["file"]
            count = path.read_text().count(edit["find"]) if path.exists() else 0
            if count != 1:
                yield (f'{file}: {name}: "{edit["find"]}" stands {count} times in {edit["file"]}; '
                       f'allowed: once; adapt the edit, or delete it')


def make_copy(directory, packages):
    """Copies the sources that git knows, installs what scripts/setup lists as `packages`, and configures a build."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        # An edit that was interrupted must be built away: the copy is newer than what was built of it.
        if not target.exists() or target.read_bytes() != (ROOT / name).read_bytes():
            shutil.copy(ROOT / name, target)
    for command in (["scripts/setup", packages], ["cmake", "--preset", "release"]):
        subprocess.run(command, cwd=directory, check=True, stdout=sys.stderr)


def build(directory, *targets):
    subprocess.run(["cmake", "--build", "--preset", "release", "--target", *targets], cwd=directory, check=True,
                   stdout=sys.stderr)


@contextlib.contextmanager
def edited(directory, all_edits):
    """The copy has these edits meanwhile."""
    before = {}
    try:
        for edit in all_edits:
            path = directory / edit["file"]
            text = path.read_text()
            before.setdefault(path, text)
            path.write_text(text.replace(edit["find"], edit["replace"]))
        yield
    finally:
        for path, text in before.items():
            path.write_text(text)
