#!/usr/bin/python3
"""What programs see of the host that they run on: its time, its names, signals, children, threads."""
import running

PYTHON = "python3 -c '{}'"


def python(text):
    """A program for sh, whose lines have no quote of that kind."""
    return PYTHON.format(text.strip())


class Time(running.Case):
    def test_sleeping_takes_the_time_of_the_model(self):
        lines = self.run_on(node0="echo a; sleep 2; echo b")
        (_, first, _), (_, second, _) = lines
        self.assertAlmostEqual(second - first, 2000, delta=1)

    def test_clocks_agree_with_sleeping(self):
        said = self.said(node0=python("import time\na, b = time.time(), time.monotonic()\ntime.sleep(0.5)\n"
                                      "print(round(time.time() - a, 3), round(time.monotonic() - b, 3))"))
        self.assertEqual(said, ["0.5 0.5"])

    def test_it_begins_with_the_year_2000(self):
        self.assertEqual(self.said(node0="date -u +%Y-%m-%d"), ["2000-01-01"])

    def test_a_program_begins_when_it_is_to(self):
        (_, at, _), = self.run_on(node0="@250 ms echo a")
        self.assertAlmostEqual(at, 250, delta=2)

    def test_a_look_at_the_clock_costs_little_and_computing_nothing(self):
        lines = self.run_on(node0=python("import time\na = time.monotonic_ns()\nfor n in range(1000): time.monotonic_ns()\n"
                                         "b = time.monotonic_ns()\nsum(range(100000))\nprint((b - a) // 1000, time.monotonic_ns() - b)"))
        per_look, computed = map(int, lines[0][2].split())
        self.assertLess(per_look, 100)
        self.assertLess(computed, 200)

    def test_a_call_of_a_socket_costs_what_its_host_says_and_others_the_option(self):
        """100 of each, with calls of 1 ms on the clock of the Alcor, of which the Miata takes 0.8."""
        text = ("import os, socket, time\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\nr, w = os.pipe()\n"
                "a = time.monotonic()\nfor n in range(100): s.sendto(b\"x\", (\"10.0.0.2\", 9))\n"
                "b = time.monotonic()\nfor n in range(100): os.write(w, b\"x\")\nprint(b - a < 0.02, round(time.monotonic() - b, 2))")
        self.assertEqual(self.said("--set", "call=1 ms", node0=python(text)), ["True 0.08"])

    def test_timers_expire_when_they_are_to(self):
        said = self.said(node0=python("import select, time\na = time.monotonic()\nselect.select([], [], [], 0.25)\n"
                                      "p = select.poll()\np.poll(250)\ne = select.epoll()\ne.poll(0.5)\n"
                                      "print(round(time.monotonic() - a, 2))"))
        self.assertEqual(said, ["1.0"])


class Host(running.Case):
    def test_has_its_name_and_one_processor(self):
        said = self.said(node1="hostname; nproc; echo $FLYBAR_NODE of $FLYBAR_NODES")
        self.assertEqual(said[1:], ["1", "1 of 2"])

    def test_knows_the_names_of_the_others(self):
        self.assertEqual(self.said(node0="getent hosts node1")[0].split(), ["10.0.0.2", "node1"])

    def test_gives_the_same_chance_each_time(self):
        program = "head -c 4 /dev/urandom | od -An -tx1"
        first, second = self.said(node0=program), self.said(node0=program)
        self.assertEqual(first, second)
        self.assertNotEqual(first, self.said(node1=program))

    def test_shows_what_its_programs_say_in_the_order_of_time(self):
        lines = self.run_on(node0="for i in 1 2 3; do echo a; sleep 0.01; done", node1="@5 ms for i in 1 2 3; do echo b; sleep 0.01; done")
        self.assertEqual([text for _, _, text in sorted(lines, key=lambda line: line[1])], ["a", "b"] * 3)


class Addresses(running.Case):
    """A host has 127.0.0.1, and its own, which are not the same to a socket that is bound to one of them."""

    HEAD = ("from socket import *\nimport errno, time\n"
            "def bound(at, kind=SOCK_STREAM):\n  s = socket(AF_INET, kind)\n  s.bind((at, 5000))\n"
            "  if kind == SOCK_STREAM: s.listen()\n  return s\n"
            "def reach(at):\n  s = socket()\n  return errno.errorcode.get(s.connect_ex((at, 5000)), \"reached\")\n")

    def on_both(self, at):
        lines = self.run_on(node0=python(self.HEAD + f"l = bound(\"{at}\")\nprint(l.getsockname()[0])\n"
                                         "print(reach(\"127.0.0.1\"))\nprint(reach(\"10.0.0.1\"))\ntime.sleep(1)"),
                            node1="@500 ms " + python(self.HEAD + "print(reach(\"10.0.0.1\"))"))
        return [text for _, _, text in sorted(lines, key=lambda line: line[0])]

    def test_one_bound_to_the_loop_is_not_reached_by_others(self):
        self.assertEqual(self.on_both("127.0.0.1"), ["127.0.0.1", "reached", "ECONNREFUSED", "ECONNREFUSED"])

    def test_one_bound_to_the_hosts_own_address_is_not_reached_by_the_loop(self):
        self.assertEqual(self.on_both("10.0.0.1"), ["10.0.0.1", "ECONNREFUSED", "reached", "reached"])

    def test_one_bound_to_any_is_reached_by_all(self):
        self.assertEqual(self.on_both("0.0.0.0"), ["0.0.0.0", "reached", "reached", "reached"])

    def test_two_sockets_have_the_same_port(self):
        said = self.said(node0=python(self.HEAD + "two = [bound(at) for at in (\"127.0.0.1\", \"10.0.0.1\")]\n"
                                      "for at in \"127.0.0.1\", \"10.0.0.1\":\n  s = create_connection((at, 5000))\n"
                                      "  print(s.getsockname()[0], s.getpeername()[0])\nfor l in two: print(l.accept()[1][0])\n"
                                      "try: bound(\"127.0.0.1\")\nexcept OSError as e: print(errno.errorcode[e.errno])"))
        self.assertEqual(said, ["127.0.0.1 127.0.0.1", "10.0.0.1 10.0.0.1", "127.0.0.1", "10.0.0.1", "EADDRINUSE"])

    def test_datagrams_come_to_the_address_that_they_are_sent_to(self):
        said = self.said(node0=python(self.HEAD + "two = [bound(at, SOCK_DGRAM) for at in (\"127.0.0.1\", \"10.0.0.1\")]\n"
                                      "s = socket(AF_INET, SOCK_DGRAM)\nfor at in \"127.0.0.1\", \"10.0.0.1\": s.sendto(at.encode(), (at, 5000))\n"
                                      "for one in two:\n  what, who = one.recvfrom(99)\n  print(what.decode(), who[0])\n"
                                      "  one.sendto(b\"x\", who)\n  print(s.recvfrom(9)[1][0])"))
        self.assertEqual(said, ["127.0.0.1 127.0.0.1", "127.0.0.1", "10.0.0.1 10.0.0.1", "10.0.0.1"])

    def test_the_loop_leads_to_no_other_host(self):
        said = self.said(node0=python(self.HEAD + "for kind in SOCK_STREAM, SOCK_DGRAM:\n  s = socket(AF_INET, kind)\n  s.bind((\"127.0.0.1\", 0))\n"
                                      "  print(errno.errorcode[s.connect_ex((\"10.0.0.2\", 5000))])"))
        self.assertEqual(said, ["EINVAL"] * 2)


class Life(running.Case):
    def test_pipes_children_and_their_exit_codes(self):
        self.assertEqual(self.said(node0="(echo a; exit 3) | cat; false || echo b; sh -c 'exit 7'; echo $?"), ["a", "b", "7"])

    def test_the_exit_code_of_a_program_is_told(self):
        record = self.record(node0="exit 9", node1="true", fails=True)
        self.assertEqual([row["exit code"] for row in record["breakdown"]["programs"]], [9, 0])
        self.assertIn("node0 ended with exit code 9", record["failure"])

    def test_wait_waits_for_a_child_in_the_background(self):
        lines = self.run_on(node0="sleep 0.5 & wait; echo a")
        self.assertAlmostEqual(lines[0][1], 500, delta=5)

    def test_a_read_is_interrupted_by_an_alarm(self):
        said = self.said(node0=python("import os, signal, time\nr, w = os.pipe()\n"
                                      "def late(*_): raise TimeoutError\nsignal.signal(signal.SIGALRM, late)\n"
                                      "signal.setitimer(signal.ITIMER_REAL, 0.2)\na = time.monotonic()\n"
                                      "try: os.read(r, 1)\nexcept TimeoutError: print(round(time.monotonic() - a, 2))"))
        self.assertEqual(said, ["0.2"])

    SOCKETS = ("import os, signal, time\nfrom socket import *\nl = socket()\nl.bind((\"\", 5000))\nl.listen()\n"
               "d = socket(AF_INET, SOCK_DGRAM)\nd.bind((\"\", 5000))\nc = create_connection((\"127.0.0.1\", 5000))\ne = l.accept()\n"
               "waits = {\"accept\": l.accept, \"stream\": lambda: c.recv(1), "
               "\"datagram\": lambda: d.recv(1)}\n")

    def test_calls_that_wait_at_a_socket_are_interrupted_by_an_alarm(self):
        said = self.said(node0=python(self.SOCKETS + "def late(*_): raise TimeoutError\nsignal.signal(signal.SIGALRM, late)\n"
                                      "for what, wait in waits.items():\n  signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
                                      "  a = time.monotonic()\n  try: wait()\n"
                                      "  except TimeoutError: print(what, round(time.monotonic() - a, 2))"))
        self.assertEqual(said, ["accept 0.2", "stream 0.2", "datagram 0.2"])

    def test_one_that_waits_at_a_socket_can_be_killed(self):
        said = self.said(node0=python(self.SOCKETS + "for wait in waits.values():\n  child = os.fork()\n"
                                      "  if child == 0: wait()\n  time.sleep(0.1)\n  os.kill(child, signal.SIGKILL)\n"
                                      "  print(os.waitpid(child, 0)[1])"))
        self.assertEqual(said, ["9"] * 3)

    def test_a_signal_ends_who_waits_for_it(self):
        said = self.said(node0=python("import os, signal, time\nsignal.signal(signal.SIGUSR1, lambda *_: print(1, flush=True))\n"
                                      "if os.fork() == 0:\n  time.sleep(0.1)\n  os.kill(os.getppid(), signal.SIGUSR1)\n  os._exit(0)\n"
                                      "signal.pause()\nprint(2, round(time.monotonic(), 1) - 1000 > 0)"))
        self.assertEqual(said, ["1", "2 True"])

    def test_a_killed_child_is_waited_for(self):
        said = self.said(node0="sleep 100 & p=$!; sleep 0.1; kill -9 $p; wait $p; echo $?")
        self.assertEqual(said[-1], "137")

    def test_whoever_writes_to_a_pipe_without_reader_is_ended(self):
        self.assertEqual(self.said(node0="yes | head -n 1; echo b"), ["y", "b"])


class Threads(running.Case):
    def test_take_turns_at_a_lock_and_are_joined(self):
        said = self.said(node0=python(
            "import threading, time\nlock, count = threading.Lock(), [0]\n"
            "def work():\n  for n in range(50):\n    with lock: count[0] += 1\n    time.sleep(0.001)\n"
            "t = [threading.Thread(target=work) for n in range(4)]\n[x.start() for x in t]\n[x.join() for x in t]\n"
            "print(count[0], 0.05 < time.monotonic() - 1000 < 0.5)"))
        self.assertEqual(said, ["200 True"])

    def test_wait_for_a_condition_with_a_time(self):
        said = self.said(node0=python("import threading, time\na = time.monotonic()\nthreading.Event().wait(0.3)\n"
                                      "print(round(time.monotonic() - a, 2))"))
        self.assertEqual(said, ["0.3"])


if __name__ == "__main__":
    running.main()
