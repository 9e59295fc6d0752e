#!/usr/bin/python3
"""What calls of sockets do, what they refuse, and what a peer sees of how a program ends."""
import json
import pathlib
import subprocess
import sys

import running

# What the programs of a test begin with. A failing call is one whose error they print.
BENCH = """
import errno, os, resource, select, signal, socket, struct, sys, time
from socket import SOCK_DGRAM, SOCK_STREAM, SOL_SOCKET, SO_ERROR, SO_RCVTIMEO, SO_SNDTIMEO
PORT, MUCH = 7000, 200_000

def text(length): return bytes((n * 7 + n // 256) & 255 for n in range(length))
def at(node): return f"10.0.0.{node + 1}"
def here(): return at(int(os.environ["FLYBAR_NODE"]))
def port(number=PORT):
    made = socket.socket(type=SOCK_DGRAM)
    made.bind(("", number))
    return made
def listening():
    made = socket.socket()
    made.bind(("", PORT))
    made.listen(5)
    return made
def connected(node):
    for tries in range(200):
        made = socket.socket()
        if made.connect_ex((at(node), PORT)) == 0: return made
        made.close()
        time.sleep(0.001)
    sys.exit("nobody listens")
def accepted(): return listening().accept()[0]
def error_of(call, *arguments):
    try: call(*arguments)
    except OSError as error: return "EOPNOTSUPP" if error.errno == errno.EOPNOTSUPP else errno.errorcode[error.errno]
    return "none"
def set_time(one, option, us): one.setsockopt(SOL_SOCKET, option, struct.pack("ll", us // 1_000_000, us % 1_000_000))
def read_all(one): return b"".join(iter(lambda: one.recv(8192), b""))
def ms(begin): return round((time.monotonic() - begin) * 1000)
"""

FAULTS = """
#include <signal.h>
#include <stdlib.h>
#include <string.h>
static volatile int zero;
static int overflow(int depth) {
  volatile char room[4096] = {0};
  room[depth % 4096] = 1;
  return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}
int main(int argc, char** argv) {
  if (argc > 1 && !strcmp(argv[1], "pointer")) *(volatile int*)(long)zero = 1;
  if (argc > 1 && !strcmp(argv[1], "stack")) return overflow(0);
  if (argc > 1 && !strcmp(argv[1], "division")) return 7 / zero;
  if (argc > 1 && !strcmp(argv[1], "bus")) raise(SIGBUS);
  abort();
}
"""


class Case(running.Case):
    def nodes(self, *programs):
        """Options that run each program, a text in Python, on the node of its number."""
        (self.folder / "bench.py").write_text(BENCH)
        nodes = {}
        for number, program in enumerate(programs):
            (self.folder / f"program{number}.py").write_text(f"from bench import *\n{program}")
            if program:
                nodes[f"node{number}"] = f"exec {sys.executable} -S program{number}.py"
        return nodes

    def run_programs(self, *programs):
        """What each has printed, by its number."""
        said = [[] for _ in programs]
        for node, _, line in self.run_on("--json", "run.json", may_fail=True, **self.nodes(*programs)):
            said[int(node.removeprefix("node"))].append(line)
        return said

    def codes(self):
        rows = json.loads((self.folder / "run.json").read_text())["breakdown"]["programs"]
        return [row["exit code"] for row in rows]


class Streams(Case):
    def test_bring_all_bytes_there_and_back(self):
        said, _ = self.run_programs(
            "one = connected(1)\nprint(one.send(text(50_000)))\n"
            "print(one.recv(50_000, socket.MSG_WAITALL) == text(50_000))\n"
            "one.shutdown(socket.SHUT_WR)\nprint(one.recv(10))\nprint(error_of(one.send, b'x'))",
            "one = accepted()\nwhile came := one.recv(10_000): one.sendall(came)\nsys.exit(5)")
        self.assertEqual(said, ["50000", "True", "b''", "EPIPE"])
        self.assertEqual(self.codes(), [0, 5])

    def test_carry_small_requests_whole(self):
        _, said = self.run_programs(
            "one = connected(1)\none.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)\nall = text(150_000)\n"
            "for n in range(0, len(all), 1500): one.send(all[n:n + 1500])",
            "print(read_all(accepted()) == text(150_000))")
        self.assertEqual(said, ["True"])

    def test_hold_4_KB_back_for_a_delayed_acknowledgement(self):
        """The second cluster is a small segment behind one that is not acknowledged; TCP_NODELAY sends it at once."""
        said, _ = self.run_programs(
            "one = connected(1)\nfor at_once in range(2):\n"
            "  one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, at_once)\n"
            "  begin = time.monotonic()\n  one.send(bytes(4096))\n  one.recv(1)\n  print(ms(begin))",
            "one = accepted()\nfor n in range(2):\n  one.recv(4096, socket.MSG_WAITALL)\n  one.send(b'x')")
        slow, fast = map(int, said)
        self.assertGreater(slow, 100)
        self.assertLess(fast, 5)

    def test_wait_as_long_as_the_time_outs_say(self):
        said, other = self.run_programs(
            "one = connected(1)\nset_time(one, SO_RCVTIMEO, 30_000)\nbegin = time.monotonic()\n"
            "print(error_of(one.recv, 10), ms(begin))\nprint(error_of(one.recv, 10, socket.MSG_DONTWAIT), ms(begin))\n"
            "set_time(one, SO_SNDTIMEO, 300_000)\ntaken = 0\ntry:\n  while True: taken += one.send(bytes(1_000_000))\n"
            "except BlockingIOError: print(65536 < taken <= 131072)\n"
            "print(struct.unpack('ll', one.getsockopt(SOL_SOCKET, SO_SNDTIMEO, 16)))",
            "listener = listening()\none = listener.accept()\nset_time(listener, SO_RCVTIMEO, 2_000_000)\n"
            "begin = time.monotonic()\nprint(error_of(listener.accept), ms(begin))")
        self.assertEqual(said, ["EAGAIN 30", "EAGAIN 30", "True", "(0, 300000)"])
        self.assertEqual(other, ["EAGAIN 2000"])

    def test_are_told_of_a_connection_that_nobody_takes(self):
        said, _ = self.run_programs(
            "one = socket.socket()\none.bind(('', 55))\n"
            "print(error_of(one.connect, (at(1), PORT)))\nprint(error_of(socket.socket().bind, ('', 55)))\n"
            "set_time(one, SO_SNDTIMEO, 10)\nprint(error_of(one.connect, (at(1), PORT)))\n"
            "for far in (at(7), '192.168.0.1', here()): print(error_of(socket.socket().connect, (far, PORT)))\n",
            "time.sleep(0.1)")
        self.assertEqual(said, ["ECONNREFUSED", "EADDRINUSE", "EINPROGRESS", "EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED"])


    def test_that_refuse_take_time_as_well(self):
        """Else whoever tries until there is room would stop the time in which room is made."""
        said, other = self.run_programs(
            "one, never = connected(1), socket.socket()\none.setblocking(False)\nleft = MUCH\nwhile left > 0:\n"
            "  try: left -= one.send(bytes(left))\n  except BlockingIOError: continue\n"
            "begin = time.monotonic()\nfor n in range(1000): error_of(never.send, b'x')\nprint(ms(begin) > 0)",
            "one = accepted()\ntime.sleep(0.005)\nprint(len(read_all(one)) == MUCH)")
        self.assertEqual((said, other), (["True"], ["True"]))


class Datagrams(Case):
    def test_keep_their_borders_and_say_from_whom_they_are(self):
        _, said = self.run_programs(
            "one = port(99)\ntime.sleep(0.05)\nfor length in (20_000, 3, 0): one.sendto(text(length), (at(1), PORT))",
            "one = port()\ncame, sender = one.recvfrom(30_000)\nprint(came == text(20_000), *sender)\n"
            "print(len(one.recv(2)), len(one.recv(2)))  # the third byte is lost")
        self.assertEqual(said, ["True 10.0.0.1 99", "2 0"])

    def test_of_others_do_not_come_to_a_connected_port(self):
        _, said = self.run_programs(
            "time.sleep(0.05)\nport(2).sendto(b'no', (at(1), PORT))\nport(1).sendto(b'yes', (at(1), PORT))",
            "one = port()\none.connect((at(0), 1))\nprint(one.recv(10))\nset_time(one, SO_RCVTIMEO, 200_000)\n"
            "print(error_of(one.recv, 10))")
        self.assertEqual(said, ["b'yes'", "EAGAIN"])

    def test_that_nobody_read_are_forgotten_with_their_port(self):
        _, said = self.run_programs(
            "time.sleep(0.05)\none = port()\nfor n in range(5): one.sendto(text(9000), (at(1), PORT))",
            "if os.fork() == 0:\n  one = port()\n  time.sleep(0.1)\n  print(len(one.recv(9000, socket.MSG_PEEK)), flush=True)\n  os._exit(0)\n"
            "os.wait()\nprint(error_of(port().recv, 9000, socket.MSG_DONTWAIT))")
        self.assertEqual(said, ["9000", "EAGAIN"])


class Ports(Case):
    def test_are_taken_until_they_are_closed(self):
        said, = self.run_programs(
            "one, other = listening(), socket.socket()\nprint(error_of(other.bind, ('', PORT)))\n"
            "print(error_of(one.bind, ('', PORT + 1)))\none.close()\nother.bind((here(), PORT))\n"
            "print(*other.getsockname())")
        self.assertEqual(said, ["EADDRINUSE", "EINVAL", "10.0.0.1 7000"])

    def test_are_chosen_for_who_wants_any(self):
        said, = self.run_programs("one = port(0)\nprint(one.getsockname()[1] > 1023, error_of(one.getpeername))")
        self.assertEqual(said, ["True ENOTCONN"])

    def test_are_those_of_the_own_addresses(self):
        said, = self.run_programs("print(error_of(socket.socket().bind, (at(1), 5)))\nsocket.socket().bind(('127.0.0.1', 5))")
        self.assertEqual(said, ["EADDRNOTAVAIL"])


class Refusals(Case):
    def refused(self, *lines):
        said, = self.run_programs("stream, datagram = socket.socket(), socket.socket(type=SOCK_DGRAM)\n" + "\n".join(lines))
        return said

    def test_of_what_is_no_socket(self):
        said = self.refused("import ctypes\nc = ctypes.CDLL(None, use_errno=True)",
                            "for fd in (500, os.open('bench.py', os.O_RDONLY)):",
                            "  for call in (c.listen, c.shutdown): print(call(fd, 1), errno.errorcode[ctypes.get_errno()])")
        self.assertEqual(said, ["-1 EBADF", "-1 EBADF", "-1 ENOTSOCK", "-1 ENOTSOCK"])

    def test_of_kinds_that_there_are_not(self):
        said = self.refused("for kind in ((socket.AF_INET6, SOCK_STREAM, 0), (socket.AF_INET, SOCK_STREAM, socket.IPPROTO_UDP),",
                            "             (socket.AF_INET, SOCK_DGRAM, socket.IPPROTO_ICMP)): print(error_of(socket.socket, *kind))")
        self.assertEqual(said, ["EAFNOSUPPORT", "EPROTONOSUPPORT", "EPROTONOSUPPORT"])

    def test_of_a_stream_without_a_peer(self):
        said = self.refused("print(*(error_of(call, x) for call, x in ((stream.send, b'x'), (stream.recv, 1), (stream.shutdown, 1))))",
                            "print(error_of(stream.accept), error_of(stream.getpeername))")
        self.assertEqual(said, ["ENOTCONN ENOTCONN ENOTCONN", "EINVAL ENOTCONN"])

    def test_of_datagrams(self):
        said = self.refused("print(error_of(datagram.listen, 1), error_of(datagram.accept), error_of(datagram.send, b'x'))",
                            "datagram.connect((at(1), 5))", "print(error_of(datagram.send, bytes(70_000)))")
        self.assertEqual(said, ["EOPNOTSUPP EOPNOTSUPP EDESTADDRREQ", "EMSGSIZE"])

    def test_of_memory_that_is_not_there(self):
        said = self.refused("import ctypes\nc = ctypes.CDLL(None, use_errno=True)", "datagram.connect((at(1), 5))",
                            "for call in (c.send, c.recv): print(call(datagram.fileno(), 16, 1000, 0x40), ctypes.get_errno())",
                            "print(c.connect(stream.fileno(), 16, 16), ctypes.get_errno())")
        self.assertEqual(said, ["-1 14", "-1 11", "-1 14"])

    def test_of_addresses_that_are_none(self):
        said = self.refused("import ctypes\nc = ctypes.CDLL(None, use_errno=True)",
                            "for length in (16, 1): print(c.connect(stream.fileno(), bytes([1] + [0] * 15), length), errno.errorcode[ctypes.get_errno()])",
                            "print(error_of(stream.connect, (at(1), 0)), error_of(datagram.sendto, b'x', (at(1), 0)))")
        self.assertEqual(said, ["-1 EAFNOSUPPORT", "-1 EINVAL", "ECONNREFUSED EINVAL"])

    def test_of_more_descriptors_than_a_process_may_have(self):
        said = self.refused("resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))\nmade = []",
                            "while (error := error_of(lambda: made.append(socket.socket()))) == 'none': continue",
                            "free = made[5].fileno()\nmade[5].close()\nprint(error, socket.socket().fileno() == free)")
        self.assertEqual(said, ["EMFILE True"])

    def test_of_values_that_options_cannot_have(self):
        said = self.refused("print(error_of(stream.setsockopt, SOL_SOCKET, SO_RCVTIMEO, struct.pack('ll', 0, 1_000_000)))",
                            "print(error_of(stream.setsockopt, socket.IPPROTO_TCP, socket.TCP_NODELAY, b'1'))")
        self.assertEqual(said, ["EDOM", "EINVAL"])


class Options(Case):
    def test_say_what_was_set(self):
        said, = self.run_programs(
            "one = socket.socket()\none.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)\n"
            "print(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), one.getsockopt(SOL_SOCKET, socket.SO_RCVBUF),\n"
            "      one.getsockopt(SOL_SOCKET, socket.SO_TYPE) == SOCK_STREAM)")
        self.assertEqual(said, ["1 131072 True"])


class Poll(Case):
    def test_waits_for_any_of_several(self):
        _, said = self.run_programs(
            "one, other = connected(1), port(0)\ntime.sleep(0.05)\nother.sendto(b'x', (at(1), PORT))\ntime.sleep(0.05)\none.send(b'y')",
            "listener, datagrams = listening(), port()\n"
            "def wait(timeout, **wanted):\n"
            "  poll = select.poll()\n  names = {globals()[name].fileno(): name for name in wanted}\n"
            "  for fd, name in names.items(): poll.register(fd, wanted[name])\n"
            "  print(*((names[fd], bits) for fd, bits in poll.poll(timeout)))\n"
            "wait(None, listener=select.POLLIN, datagrams=select.POLLIN)\none = listener.accept()[0]\n"
            "wait(1, one=select.POLLIN, datagrams=select.POLLIN)\nwait(1000, one=select.POLLIN, datagrams=select.POLLIN)\n"
            "wait(1000, one=select.POLLIN | select.POLLOUT)\nwait(1000, one=select.POLLIN)\nprint(one.recv(1))\n"
            "wait(1000, one=select.POLLIN)\nprint(one.recv(1))")
        self.assertEqual(said, ["('listener', 1)", "", "('datagrams', 1)", "('one', 4)", "('one', 1)", "b'y'", "('one', 1)", "b''"])


class Ends(Case):
    """Of a program whose peer reads what comes, and of one whose peer sends."""

    READER = "came = read_all(accepted())\nprint(came == text(MUCH))"
    SENDER = ("one = connected(1)\ntry:\n  while True: one.send(text(MUCH))\nexcept OSError as error: print(errno.errorcode[error.errno])\n"
              "print(*(one.getsockopt(SOL_SOCKET, SO_ERROR) == e for e in (errno.ECONNRESET, 0)))")

    def peer_reads_all(self, end, code):
        _, said = self.run_programs(f"one = connected(1)\none.sendall(text(MUCH))\n{end}", self.READER)
        self.assertEqual(said, ["True"])
        self.assertEqual(self.codes(), [code, 0])

    def test_by_returning_send_what_is_left(self):
        self.peer_reads_all("", 0)

    def test_by_exit_send_what_is_left(self):
        self.peer_reads_all("sys.exit(4)", 4)

    def test_without_what_exit_does_send_what_is_left(self):
        self.peer_reads_all("os._exit(5)", 5)

    def test_by_a_fault_send_what_is_left_and_harm_no_other(self):
        (self.folder / "fault.c").write_text(FAULTS)
        subprocess.run(["cc", "-O0", "-w", "fault.c", "-o", "fault"], cwd=self.folder, check=True)
        for fault, code in (("pointer", 139), ("stack", 139), ("division", 136), ("bus", 135), ("abort", 134)):
            self.peer_reads_all(f"os.set_inheritable(one.fileno(), True)\nos.execv('fault', ['fault', '{fault}'])", code)

    def test_without_reading_reset_the_sender(self):
        for end in ("sys.exit(1)", "os.kill(os.getpid(), signal.SIGSEGV)"):
            said, _ = self.run_programs(self.SENDER, f"one = accepted()\ntime.sleep(0.02)\n{end}")
            self.assertEqual(said, ["ECONNRESET", "True True"])

    def test_of_a_listener_reset_those_that_nobody_accepted(self):
        said, _ = self.run_programs("one = connected(1)\nprint(error_of(one.recv, 1))", "one = listening()\ntime.sleep(0.1)")
        self.assertEqual(said, ["ECONNRESET"])

    def test_of_several_are_those_of_each(self):
        end = "time.sleep(0.001)\nos.kill(os.getpid(), signal.SIGSEGV)"
        self.run_programs(end, end, "sys.exit(5)")
        self.assertEqual(self.codes(), [139, 139, 5])

    def test_that_never_come_end_the_run(self):
        done = self.start(**self.nodes("accepted().recv(1)", "accepted().recv(1)"))
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("node0", done.stderr)


class Differences(Case):
    """What docs/programs.md says is not as in Linux."""

    def test_a_datagram_to_nobody_is_lost(self):
        said, = self.run_programs("one = port(0)\none.connect((at(1), 9))\none.send(b'x')\nset_time(one, SO_RCVTIMEO, 100_000)\n"
                                  "print(error_of(one.recv, 1))")
        self.assertEqual(said, ["EAGAIN"])

    def test_a_connected_socket_for_datagrams_has_one_peer(self):
        said, = self.run_programs("one = port(0)\none.connect((at(1), 9))\nprint(error_of(one.sendto, b'x', (at(1), 10)))")
        self.assertEqual(said, ["EISCONN"])

    def test_what_is_accepted_has_the_options_of_its_listener(self):
        said, = self.run_programs("listener = listening()\nlistener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)\n"
                                  "other = connected(0)\nprint(listener.accept()[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))")
        self.assertEqual(said, ["1"])

    def test_what_comes_to_one_that_reads_no_more_closes_its_window(self):
        said, = self.run_programs("listener = listening()\none, other = connected(0), listener.accept()[0]\n"
                                  "one.shutdown(socket.SHUT_RD)\nprint(one.recv(1))\nset_time(other, SO_SNDTIMEO, 300_000)\n"
                                  "taken = other.send(bytes(MUCH))\nprint(65536 <= taken <= 131072)")
        self.assertEqual(said, ["b''", "True"])


class Example(Case):
    """The server of files and its clients in docs/examples."""

    def fetched(self, *wanted):
        source = pathlib.Path(__file__).parents[3] / "docs/examples/socket-programs/files.c"
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o", "files"], cwd=self.folder, check=True)
        clients = {f"node{n}": f"./files node0 {what}" for n, what in enumerate(wanted, 1)}
        return self.said(node0="./files &", **clients)

    def test_brings_files_to_two_clients(self):
        self.assertEqual([line.split(", ")[2] for line in self.fetched("256 3", "256 3")], ["all right"] * 2)

    def test_brings_many_small_files_to_four_clients(self):
        self.assertEqual([line.split(", ")[2] for line in self.fetched(*["4 20"] * 4)], ["all right"] * 4)


class Idle(Case):
    def test_hosts_answer_for_their_kernel_and_disturb_nobody(self):
        said, = self.run_programs("time.sleep(0.6)  # all timers of the other host have run\n"
                                  "print(error_of(socket.socket().connect, (at(1), PORT)))")
        self.assertEqual(said, ["ECONNREFUSED"])


if __name__ == "__main__":
    running.main()
