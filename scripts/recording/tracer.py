"""Runs a command under strace and, if page faults are wanted, perf."""
import os
import re
import shutil
import statistics
import subprocess
from pathlib import Path

from common.fault import Fault
from recording import calls
from recording.exit_code import COMMAND, INTERRUPTED, MISSING

TRACED = """open openat openat2 creat close close_range dup dup2 dup3 fcntl ioctl
read pread64 readv preadv preadv2 write pwrite64 writev pwritev pwritev2 lseek
sendfile copy_file_range splice mmap munmap mremap truncate ftruncate fallocate
fsync fdatasync msync sync_file_range sync syncfs
link linkat unlink unlinkat rename renameat renameat2
stat lstat fstat newfstatat statx chdir fchdir
clone clone3 fork vfork execve execveat wait4 waitid
io_uring_setup io_submit""".split()
FAULT = re.compile(r"\s*(\d+)/(\d+)\s+(\d+)\.(\d{9}):\s+([0-9a-f]+)")


def need(tool, package, why):
    if not shutil.which(tool):
        raise Fault("record-workload", f"no program {tool}, which {why}",
                    f"a machine that has {tool}", f"apt-get install {package}", MISSING)


def strace(output):
    """-s 0: no contents of files. -y: the path of each descriptor."""
    known = ",".join("?" + name for name in TRACED)
    return ["strace", "-f", "-y", "-q", "-s", "0", "--seccomp-bpf", "-e", f"trace={known}",
            "-e", "signal=none", "--absolute-timestamps=format:unix,precision:ns",
            "--syscall-times=ns", "-o", str(output), "--"]


def overhead(directory):
    """What tracing costs between two calls, in ns: dd does nothing between its calls."""
    log = Path(directory) / "idle"
    idle = ["dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=2000", "status=none"]
    done = subprocess.run(strace(log) + idle, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not log.exists():
        raise Fault("strace", "it cannot trace here: "
                    + (done.stderr.strip().splitlines() or ["no message"])[-1],
                    "a machine where ptrace is permitted",
                    "see /proc/sys/kernel/yama/ptrace_scope, or the container's settings", MISSING)
    one = [call for call in calls.read(log.open(errors="surrogateescape"))
           if call.name in ("read", "write") and call.result == 1]
    return int(statistics.median(b.entry - a.exit for a, b in zip(one, one[1:])))


def run(command, directory, faults):
    """Returns the calls and the page faults (process, thread, time in ns, address)."""
    log, samples = Path(directory) / "calls", Path(directory) / "faults"
    traced = strace(log) + command
    if faults:
        traced = ["perf", "record", "-q", "-e", "page-faults:u", "-c", "1", "-d",
                  "-k", "CLOCK_REALTIME", "-o", str(samples), "--"] + traced
    status = subprocess.run(traced, check=False).returncode
    if status in (130, -2):
        raise Fault(command[0], "it was interrupted", "a whole run",
                    "record again", INTERRUPTED)
    if not log.exists() or not log.stat().st_size:
        raise Fault(command[0], "it could not be started",
                    "a program in PATH or a path of one", "see the message above", COMMAND)
    return list(calls.read(log.open(errors="surrogateescape"))), \
        page_faults(samples) if faults else []


def page_faults(samples):
    text = subprocess.run(["perf", "script", "-i", str(samples), "--ns", "-F", "pid,tid,time,addr"],
                          capture_output=True, text=True, check=False).stdout
    if not samples.exists():
        raise Fault("perf", "it cannot count page faults here",
                    "kernel.perf_event_paranoid of 2 or less", "leave --faults out", MISSING)
    found = [match.groups() for match in map(FAULT.match, text.splitlines()) if match]
    return [(int(p), int(t), int(s) * 10**9 + int(ns), int(a, 16)) for p, t, s, ns, a in found]


def fault_around():
    """How many bytes Linux maps at one fault of a cached page."""
    try:
        return int(Path("/sys/kernel/debug/fault_around_bytes").read_text())
    except (OSError, ValueError):
        return 65536


def version():
    first = subprocess.run(["strace", "--version"], capture_output=True, text=True, check=False)
    return " ".join(first.stdout.split()[:4]).replace(" -- version", "")


def packages(programs):
    """"package version" of each program that Debian installed."""
    found = []
    for program in programs:
        for path in dict.fromkeys((program, os.path.realpath(program),
                                   program.removeprefix("/usr"))):
            owner = query("-S", path).split(":")[0]
            text = query("-W", "-f", "${Package} ${Version}", owner) if owner else ""
            if text and text not in found:
                found.append(text)
                break
    return sorted(found)


def query(*arguments):
    if not shutil.which("dpkg-query"):
        return ""
    return subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True,
                          check=False).stdout.split("\n")[0].strip()
