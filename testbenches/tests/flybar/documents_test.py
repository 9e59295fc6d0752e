#!/usr/bin/python3
"""Runs the commands of the documents as a reader would: documents_test.py SOURCES BUILD [--long] [--only PAGE]

Commands are the indented lines of README.md and of the pages in docs/, and those in backticks in the tables of
docs/questions.md. Those of a page run in order in a directory of their own that has what a clone and a build have; a
block of TOML whose first line is "# NAME.toml" is a file there. documented_commands.txt tells which lines are not
run, and why, and which are too long to run every time.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = "```"
PATIENCE = 6000  # s, for a page
KINDS = ("text", "skip", "long")
OWN = {"docs", "build", "results", ".git"}  # below a directory of a page, not that of the sources


def pages(sources):
    docs = sources / "docs"
    found = [sources / "README.md", *docs.glob("*.md"), *docs.glob("studies/*.md"), *docs.glob("examples/*/*.md")]
    return [page.relative_to(sources) for page in sorted(found)]


def is_complete(text):
    """Whether bash takes it as whole commands."""
    done = subprocess.run(["bash", "-n"], input=text, text=True, stderr=subprocess.DEVNULL)
    return done.returncode == 0 and not text.rstrip().endswith("\\")


def blocks(text):
    """Indented lines behind an empty line or a heading, as a list for each block."""
    fenced, block, before = False, [], ""
    for line in text.splitlines() + [""]:
        fenced ^= line.startswith(FENCE)
        if not fenced and line.startswith("    ") and (block or not before.strip() or before.startswith("#")):
            block.append(line[4:])
        elif block:
            yield block
            block = []
        before = line


def in_tables(text):
    """Commands in backticks; "\\|" is a pipe."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield from (code.replace("\\|", "|") for code in re.findall(r"`(flybar [^`]+)`", line))


def commands(text, with_tables, is_text):
    """`is_text` says whether a block that begins with a line is no commands at all."""
    if with_tables:
        yield from in_tables(text)
    for block in blocks(text):
        if is_text(block[0]):
            continue
        pending = ""
        for line in block:
            pending += line + "\n"
            if is_complete(pending):
                yield pending.rstrip()
                pending = ""
        if pending:
            yield pending.rstrip()


def files(text):
    """Blocks of TOML that are named by their first line."""
    return re.findall(FENCE + r"toml\n# ([\w-]+\.toml)\n(.*?)" + FENCE, text, re.DOTALL)


class Listed:
    """The lines of documented_commands.txt, each KIND | PAGE | BEGIN OF THE COMMAND | REASON."""

    def __init__(self, path):
        self.rows = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            kind, page, begin, reason = (part.strip() for part in line.split(" | "))
            assert kind in KINDS and reason, f"{path}:{number}: {line}"
            self.rows.append({"kind": kind, "page": page, "begin": begin, "used": False, "number": number})

    def is_text(self, page, line):
        return self.kind(page, line, ("text",)) == "text"

    def kind(self, page, command, kinds=("skip", "long")):
        for row in self.rows:
            if row["kind"] in kinds and row["page"] == str(page) and command.startswith(row["begin"]):
                row["used"] = True
                return row["kind"]
        return "short"

    def unused(self):
        return [row for row in self.rows if not row["used"]]


def make_directory(sources, build, directory):
    """As a clone with its build; what commands write stays there."""
    for entry in sources.iterdir():
        if entry.name not in OWN:
            (directory / entry.name).symlink_to(entry)
    shutil.copytree(sources / "docs", directory / "docs")
    (directory / "results").mkdir()
    (directory / "build").mkdir()
    (directory / "build/release").symlink_to(build)


def script_of(chosen):
    """One shell for the page, so that what one command sets the next one has."""
    lines = ["exec 3> ended.txt", "TIMEFORMAT='%U %S'"]
    for number, command in enumerate(chosen):
        lines += [f"{{ time {{\n{command}\n}} > out{number}.txt 2>&1 < /dev/null; }} 2> took{number}.txt",
                  f"echo {number} $? $(cat took{number}.txt) >&3"]
    return "\n".join(lines) + "\n"


def run_page(page, chosen, texts, place, environment):
    """Rows of command, code and CPU time in seconds; and what failed."""
    for name, text in texts:
        (place / name).write_text(text)
    (place / "page.sh").write_text(script_of(chosen))
    subprocess.run(["bash", "page.sh"], cwd=place, env=environment, check=False, timeout=PATIENCE)
    rows, failed = [], []
    for line in (place / "ended.txt").read_text().splitlines():
        number, code, user, system = line.split()
        rows.append((float(user) + float(system), page, chosen[int(number)]))
        if code != "0":
            told = (place / f"out{number}.txt").read_text(errors="replace").strip().splitlines()
            failed.append(f"{page}: ended with {code}: {chosen[int(number)]}\n    " + "\n    ".join(told[-5:]))
    if len(rows) != len(chosen):
        failed.append(f"{page}: the shell ended at: {chosen[len(rows)]}")
    return rows, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    sources, build = options.sources.resolve(), options.build.resolve()
    listed = Listed(pathlib.Path(__file__).with_name("documented_commands.txt"))
    kinds = {"short", "long"} if options.long else {"short"}
    rows, failed, count = [], [], 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = pathlib.Path(work)
        environment = dict(os.environ, PATH=f"{build}:{os.environ['PATH']}", XDG_CACHE_HOME=str(work / "cache"),
                           SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")
        jobs = []
        for page in pages(sources):
            text = (sources / page).read_text()
            found = commands(text, page.name == "questions.md", lambda line, page=page: listed.is_text(page, line))
            chosen = [command for command in found if listed.kind(page, command) in kinds]
            if not chosen or options.only not in (None, str(page)):
                continue
            place = work / str(page).replace("/", "-")
            place.mkdir()
            make_directory(sources, build, place)
            count += len(chosen)
            jobs.append(pool.submit(run_page, page, chosen, files(text), place, environment))
        for job in concurrent.futures.as_completed(jobs):
            page_rows, page_failed = job.result()
            rows += page_rows
            failed += page_failed
    failed += [f"documented_commands.txt:{row['number']}: no command of {row['page']} begins so: {row['begin']}"
               for row in listed.unused()]
    if options.times:
        print("\n".join(f"{took:7.2f} s  {page}: {command}" for took, page, command in sorted(rows, key=lambda row: -row[0])))
    if failed:
        print("\n".join(failed))
    print(f"{count} commands, {len(failed)} failed, {sum(row[0] for row in rows):.0f} s of CPU time")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
