"""Another program drives: a line of JSON in is a point, a line of JSON out its results."""
import json
import os
import select
import sys

from common.fault import Refused


class Lines:
    """Lines of the standard input; as many at once as have come."""

    def __init__(self):
        self.rest, self.ended = b"", False

    def take(self):
        lines = []
        while not self.ended and not lines:
            self.read(lines)
        while not self.ended and select.select([0], [], [], 0)[0]:
            self.read(lines)
        if self.ended and self.rest:
            lines.append(self.rest)
            self.rest = b""
        return lines

    def read(self, lines):
        got = os.read(0, 1 << 16)
        self.ended = not got
        *whole, self.rest = (self.rest + got).split(b"\n")
        lines += [line for line in whole if line.strip()]


def tell(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def refusal(name, error):
    return {"id": name, "status": "refused", "error": error}


def question(line):
    """The id and the point of a line, or None and what is wrong."""
    try:
        asked = json.loads(line)
    except ValueError as error:
        return None, None, f"is no JSON: {error}"
    if not isinstance(asked, dict) or not isinstance(asked.get("set"), dict):
        return None, None, 'is not {"id": ..., "set": {KEY: TEXT, ...}}'
    if not all(isinstance(text, str) for text in asked["set"].values()):
        return asked.get("id"), None, 'has a value that is no text: quantities carry their unit, "512 B"'
    return asked.get("id"), asked["set"], None


def answer(name, row):
    told = {"id": name, "status": row["status"], "results": row["results"], "point": row["point"]}
    if row.get("error"):
        told["error"] = row["error"]
    return told


def run_each(job, asked):
    """Points that were refused together are asked for one by one, so that one slip refuses one point."""
    for name, point in asked:
        try:
            tell(answer(name, job.run([point])[0]))
        except Refused as refused:
            tell(refusal(name, str(refused).partition("\n")[2].strip() or str(refused)))


def run_together(job, asked):
    """Those with the same keys make one sweep."""
    groups = {}
    for name, point in asked:
        groups.setdefault(tuple(point), []).append((name, point))
    for group in groups.values():
        try:
            rows = job.run([point for _, point in group])
        except Refused:
            run_each(job, group)
            continue
        for (name, _), row in zip(group, rows):
            tell(answer(name, row))


def serve(job):
    parameters = {key: {name: row[name] for name in ("value", "unit", "allowed", "confidence", "summary")}
                  for key, row in job.parameters.rows.items()}
    tell({"ready": True, "experiment": job.experiment, "parameters": parameters})
    lines = Lines()
    while not lines.ended:
        asked = []
        for line in lines.take():
            name, point, wrong = question(line)
            if wrong:
                tell(refusal(name, wrong))
            else:
                asked.append((name, point))
        run_together(job, asked)
