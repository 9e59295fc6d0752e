#!/usr/bin/python3
"""Options of sockets that act: buffers, SO_LINGER, keep-alive, the type of service, sizes of segments; and what TCP_INFO says."""
import running

PYTHON = "python3 -c '{}'"
HEAD = ("import errno, struct, sys, time\nfrom socket import *\n"
        "def ask(s, name): return s.getsockopt(SOL_SOCKET, name)\n"
        "def put(s, name, value): s.setsockopt(SOL_SOCKET, name, value)\n"
        "def info(s): return s.getsockopt(IPPROTO_TCP, TCP_INFO, 232)\n"
        "def number(s, at): return struct.unpack_from(\"I\", info(s), at)[0]\n")
LISTEN = "l = socket()\n{}l.bind((\"\", 5000))\nl.listen()\nc = l.accept()[0]\n"
CONNECT = "s = socket()\n{}s.connect((\"10.0.0.1\", 5000))\n"
# Offsets in struct tcp_info.
STATE, RTO, SND_MSS, RCV_MSS, UNACKED, RTT, CWND, RETRANSMISSIONS = 0, 8, 16, 20, 24, 68, 80, 100
BYTES_ACKED, BYTES_RECEIVED, SEGS_OUT, SEGS_IN = 120, 128, 136, 140


def python(text):
    """A program for sh, whose lines have no quote of that kind."""
    return PYTHON.format(HEAD + text.strip())


def server(text, before=""):
    return python(LISTEN.format(before) + text)


def client(text, before=""):
    return "@100 ms " + python(CONNECT.format(before) + text)


class Values(running.Case):
    def test_a_buffer_is_given_back_twice_as_on_linux(self):
        said = self.said(node0=python("s = socket()\nput(s, SO_RCVBUF, 20000)\nput(s, SO_SNDBUF, 30000)\n"
                                      "print(ask(s, SO_RCVBUF), ask(s, SO_SNDBUF))"))
        self.assertEqual(said, ["40000 60000"])

    def test_times_and_lingering_are_given_back(self):
        said = self.said(node0=python("s = socket()\nput(s, SO_RCVTIMEO, struct.pack(\"qq\", 3, 5000))\nput(s, SO_LINGER, struct.pack(\"ii\", 1, 7))\n"
                                      "print(struct.unpack(\"qq\", s.getsockopt(SOL_SOCKET, SO_RCVTIMEO, 16)), "
                                      "struct.unpack(\"ii\", s.getsockopt(SOL_SOCKET, SO_LINGER, 8)))"))
        self.assertEqual(said, ["(3, 5000) (1, 7)"])

    def test_a_buffer_has_limits(self):
        said = self.said(node0=python("s = socket()\nfor size in 1, 1 << 30:\n  put(s, SO_RCVBUF, size)\n"
                                      "  print(ask(s, SO_RCVBUF))"))
        self.assertEqual(said, ["2048", str(2 * 65535 * 64)])

    def test_a_buffer_is_that_of_the_host_until_it_is_set(self):
        said = self.said("--set", "socket_buffer=32 KB", node0=python("print(ask(socket(), SO_RCVBUF))"))
        self.assertEqual(said, ["65536"])

    def test_what_linux_refuses_is_refused(self):
        said = self.said(node0=python("s = socket()\nfor name, value in (TCP_KEEPIDLE, 0), (TCP_KEEPCNT, 128), (TCP_MAXSEG, 87):\n"
                                      "  try: s.setsockopt(IPPROTO_TCP, name, value)\n  except OSError as e: print(e.errno)"))
        self.assertEqual(said, ["22"] * 3)

    def test_an_accepted_socket_has_those_of_its_listener(self):
        said = self.said(node0=server("print(ask(c, SO_RCVBUF), ask(c, SO_KEEPALIVE), c.getsockopt(IPPROTO_TCP, TCP_NODELAY))",
                                      "put(l, SO_RCVBUF, 9000)\nput(l, SO_KEEPALIVE, 1)\nl.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)\n"),
                         node1=client(""))
        self.assertEqual(said, ["18000 1 1"])


class Buffers(running.Case):
    def taken(self, receiving, sending):
        """Bytes that are taken from who sends to one that does not read."""
        said = self.said(node0=server("time.sleep(3)", f"put(l, SO_RCVBUF, {receiving})\n"),
                         node1=client("s.settimeout(1)\nn = 0\ntry:\n  while True: n += s.send(bytes(2048))\nexcept TimeoutError: print(n)",
                                      f"put(s, SO_SNDBUF, {sending})\n"))
        return int(said[0])

    def test_hold_what_they_say(self):
        """Less than a segment of room is not used."""
        for receiving, sending in (16384, 16384), (65536, 16384), (16384, 65536), (524288, 1048576):
            taken = self.taken(receiving, sending)
            self.assertLessEqual(taken, receiving + sending)
            self.assertGreater(taken, receiving + sending - 12288)

    def test_of_datagrams_lose_what_does_not_fit(self):
        said = self.said(node0=python("s = socket(AF_INET, SOCK_DGRAM)\nput(s, SO_RCVBUF, 5000)\ns.bind((\"\", 5000))\ntime.sleep(0.5)\n"
                                      "n = 0\ntry:\n  while True: n += len(s.recv(9999, MSG_DONTWAIT))\nexcept BlockingIOError: print(n)"),
                         node1="@100 ms " + python("s = socket(AF_INET, SOCK_DGRAM)\n"
                                                   "for n in range(10): s.sendto(bytes(1000), (\"10.0.0.1\", 5000))"))
        self.assertEqual(said, ["5000"])

    def test_a_larger_window_makes_a_stream_that_waits_faster(self):
        def mbit(size):
            lines = self.said(node0="iperf3 -s -1", node1=f"@1 ms iperf3 -c node0 -n 4M -f m -w {size}")
            return next(float(line.split()[6]) for line in lines if "receiver" in line)
        self.assertGreater(mbit("256K"), 2 * mbit("8K"))


class Closing(running.Case):
    LINGER = "put(s, SO_LINGER, struct.pack(\"ii\", 1, {}))\n"

    def test_with_a_linger_of_0_resets(self):
        said = self.said(node0=server("try: print(c.recv(9), c.recv(9))\nexcept OSError as e: print(errno.errorcode[e.errno])"),
                         node1=client("s.close()", self.LINGER.format(0)))
        self.assertEqual(said, ["ECONNRESET"])

    def closed_after(self, linger, reads_after):
        said = self.said(node0=server(f"time.sleep({reads_after})\nn = 0\nwhile True:\n  more = len(c.recv(65536))\n  n += more\n  if not more: break\n"
                                      "print(n)", "put(l, SO_RCVBUF, 16384)\n"),
                         node1=client("s.sendall(bytes(60000))\na = time.monotonic()\ns.close()\nprint(round(time.monotonic() - a, 1))", linger))
        return sorted(said)

    def test_waits_until_the_peer_has_all(self):
        first, second = self.closed_after(self.LINGER.format(5), 1)
        self.assertGreaterEqual(float(first), 0.9)
        self.assertLess(float(first), 2)
        self.assertEqual(second, "60000")

    def test_waits_for_its_time_at_most(self):
        self.assertEqual(self.closed_after(self.LINGER.format(1), 4), ["1.0", "60000"])

    def test_does_not_wait_without(self):
        self.assertEqual(self.closed_after("", 1), ["0.0", "60000"])


class Segments(running.Case):
    def test_are_no_longer_than_asked_for(self):
        """100 of 1000 bytes each way, from who has asked and from who has been asked."""
        for asking in "l", "s":
            asks = {one: f"{one}.setsockopt(IPPROTO_TCP, TCP_MAXSEG, 1000)\n" if one == asking else "" for one in "ls"}
            send = "{0}.sendall(bytes(100000))\n{0}.recv(1)\nprint(number({0}, %d), number({0}, %d) >= 100)" % (SND_MSS, SEGS_OUT)
            take = "n = 0\nwhile n < 100000: n += len({0}.recv(65536))\n{0}.send(b\"x\")\ntime.sleep(1)"
            self.assertEqual(self.said(node0=server(take.format("c"), asks["l"]), node1=client(send.format("s"), asks["s"])), ["1000 True"])
            self.assertEqual(self.said(node0=server(send.format("c"), asks["l"]), node1=client(take.format("s"), asks["s"])), ["1000 True"])

    def services(self, sender):
        self.start("--trace", "t.pcapng", node0="true", node1="@100 ms " + python(sender))
        capture = self.file("t.ip.pcapng")
        # Headers of IP from node 1 to node 0: version, type of service, and both addresses 12 bytes on.
        found, at = set(), capture.find(b"\x0a\0\0\x02\x0a\0\0\x01")
        while at >= 0:
            found.add(capture[at - 11])
            at = capture.find(b"\x0a\0\0\x02\x0a\0\0\x01", at + 1)
        return found

    def test_carry_the_type_of_service(self):
        self.assertEqual(self.services("s = socket()\ns.setsockopt(IPPROTO_IP, IP_TOS, 0x48)\ns.connect_ex((\"10.0.0.1\", 5000))"), {0x48})
        self.assertEqual(self.services("s = socket(AF_INET, SOCK_DGRAM)\ns.setsockopt(IPPROTO_IP, IP_TOS, 0x10)\n"
                                       "s.sendto(b\"x\", (\"10.0.0.1\", 5000))"), {0x10})


class Info(running.Case):
    def test_says_what_the_stack_knows(self):
        said = self.said(node0=server("n = 0\nwhile n < 100000: n += len(c.recv(65536))\nc.send(b\"xyz\")\ntime.sleep(1)\n"
                                      "print(\"r\", struct.unpack_from(\"QQ\", info(c), %d))" % BYTES_ACKED),
                         node1=client("s.sendall(bytes(100000))\ntime.sleep(0.5)\nprint(\"s\", struct.unpack_from(\"QQ\", info(s), %d))\n"
                                      "for at in %d, %d, %d, %d, %d, %d: print(number(s, at))"
                                      % (BYTES_ACKED, SND_MSS, UNACKED, RTT, CWND, RETRANSMISSIONS, SEGS_OUT)))
        self.assertIn("r (3, 100000)", said)
        self.assertIn("s (100000, 3)", said)
        mss, unacked, rtt, window, again, segments = map(int, said[1:7])
        self.assertEqual((mss, unacked, again), (8192, 0, 0))
        self.assertTrue(100 < rtt < 200_000, rtt)
        self.assertGreater(window, 1)
        self.assertTrue(14 <= segments <= 40, segments)

    def test_has_the_states_of_linux(self):
        state = "print(info({})[0])\n"
        said = self.said(node0=server(state.format("l") + state.format("c") + "c.recv(1)\n" + state.format("c")),
                         node1=client("time.sleep(0.1)\ns.shutdown(SHUT_WR)\ntime.sleep(0.5)\n"))
        self.assertEqual(said, ["10", "1", "8"])

    def test_counts_what_was_sent_again(self):
        """By a cable that changes bytes."""
        said = self.said("--set", "link.byte_errors=0.00001", node0=server("while c.recv(65536): pass"),
                         node1=client("s.sendall(bytes(400000))\nprint(number(s, %d))" % RETRANSMISSIONS))
        self.assertGreater(int(said[0]), 0)


if __name__ == "__main__":
    running.main()
