"""How far an experiment is from its published numbers: what "flybar validate" says of them."""
import json
import statistics
import subprocess

from common.fault import Refused


def of_experiment(program, experiment, jobs):
    """The published numbers that the experiment measures, as validate tells them; those with an error."""
    words = [program, "validate", "--experiment", experiment, "--json", "-", "--quiet", "-j", str(jobs)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(done.stderr, done.returncode)
    return [row for row in json.loads(done.stdout)["numbers"] if "error_percent" in row]


def about(rows, result, unit, nominal):
    """Of one result: the errors, and between which values the real one lies if the model is as far off here as there."""
    rows = [row for row in rows if row["result"] == result and row["unit"] == unit]
    errors = [row["error_percent"] for row in rows]
    if not errors:
        return None
    ends = [nominal / (1 + error / 100) for error in (max(errors), min(errors))] if nominal is not None else [None, None]
    return {"numbers": len(errors), "predicted": sum(row["standing"] == "predicted" for row in rows),
            "least_error_percent": min(errors), "greatest_error_percent": max(errors),
            "median_size_percent": statistics.median(abs(error) for error in errors), "low": ends[0], "high": ends[1]}


def sentence(block, experiment):
    found = block["validation"]
    if not found:
        return f"{block['result']}: no published number of it is measured by {experiment}"
    text = (f"{block['result']}: {found['numbers']} published numbers, {found['predicted']} of them predicted, are met within "
            f"{found['least_error_percent']:+.2f} .. {found['greatest_error_percent']:+.2f} %, half of them within "
            f"{found['median_size_percent']:.2f} %")
    if found["low"] is None:
        return text
    return text + f"; if it is as far off here, it is {found['low']:.5g} .. {found['high']:.5g} {block['unit']}"
