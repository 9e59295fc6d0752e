"""Runs a job of the program speed under callgrind and reads what it counted."""
import collections
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile


class Layers:
    """Where a function belongs, by the first pattern that its name contains."""

    PATTERNS = [("chip", r"flybar::lanai::"), ("network", r"flybar::myrinet::"),
                # All names in build/*/models/inet/lwip.o, and the exchange of its variables.
                ("lwIP", r"^(flybar_lwip|icmp|inet_chksum|ip4?|ip4?addr|ipaddr|ipfrag|lwip|memp?|netif|pbuf|sys|tcp|udp)_"
                         r"|^inet_chksum$|flybar::inet::(Stack|State)::"),
                ("scheduler", r"flybar::cluster::"), ("PCI", r"flybar::pci::"),
                ("host", r"flybar::(host|trapeze|gmsnet|gms|inet|experiments)::|tpz_"),
                ("SystemC", r"sc_core|tlm|sc_dt")]
    NAMES = [name for name, _ in PATTERNS] + ["rest"]
    # Events: calls of these functions. A function that the compiler inlines everywhere has none.
    COUNTED = {
        "rounds": r"^flybar::cluster::Scheduler::run_round\(",
        "runs": r"^flybar::lanai::Chip::run_clocks\(",  # of a chip
        "windows": r"^flybar::lanai::Windows::run\(",  # of clocks, planned or not
        "pieces": r"^flybar::lanai::Processor<.*>::run\(",  # of a window
        "host words": r"^flybar::lanai::Machine::move_word\(",
        "transactions": r"^flybar::pci::Bus::grant\(",  # on PCI
        "tasks": r"^flybar::Agenda::run_next\(",
        "sends": r"^flybar::myrinet::Cable::send\(flybar::Time",  # runs of bytes
        "flow symbols": r"^flybar::myrinet::Cable::send\(flybar::myrinet::FlowSymbol",
        "kernel entries": r"^flybar::cluster::Scheduler::advance\(",
    }

    @classmethod
    def of(cls, function):
        return next((name for name, pattern in cls.PATTERNS if re.search(pattern, function)), "rest")


@dataclasses.dataclass
class Profile:
    messages: int
    simulated: str  # what the program printed: simulated time and NIC cycles
    instructions: int
    layers: collections.Counter
    counts: collections.Counter


def profile(program, job, messages):
    """Of a job as limits.toml names it: "every-clock JOB" is the reference."""
    option, key = ("--run-every-clock", job.split()[1]) if " " in job else ("--run", job)
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "callgrind"
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no",
             program, option, key, str(messages)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{program} {option} {key} {messages} failed:\n{done.stderr}")
        costs, calls = read(out.read_text())
    layers = collections.Counter()
    for function, cost in costs.items():
        layers[Layers.of(function)] += cost
    counts = collections.Counter()
    for function, times in calls.items():
        for name, pattern in Layers.COUNTED.items():
            if re.search(pattern, function):
                counts[name] += times
    return Profile(messages, done.stdout, sum(costs.values()), layers, counts)


def read(text):
    """Instructions of each function by itself, and how often it was called. What lwIP has the C library do is lwIP's."""
    costs, calls = collections.Counter(), collections.Counter()
    function = callee = None
    inclusive = False
    for line in text.splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line.startswith("cfn="):
            callee = line[4:]
        elif line.startswith("calls="):
            calls[callee] += int(line[6:].split()[0])
            inclusive = True
        elif line[:1] in "0123456789+-*" and line:
            cost = int(line.split()[1])
            if not inclusive:
                costs[function] += cost
            elif Layers.of(function) == "lwIP" and Layers.of(callee) == "rest":
                costs[function] += cost
                costs[callee] -= cost
            inclusive = False
    return costs, calls


def difference(short, long):
    """What one message costs."""
    messages = long.messages - short.messages

    def each(a, b):
        return collections.Counter({key: (b[key] - a[key]) / messages for key in b})

    return Profile(messages, long.simulated, (long.instructions - short.instructions) / messages,
                   each(short.layers, long.layers), each(short.counts, long.counts))
