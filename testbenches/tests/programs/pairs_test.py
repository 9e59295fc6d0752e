#!/usr/bin/python3
"""Servers and clients of Debian, unmodified: the bytes that come are those that were sent, each time at the same instants."""
import pathlib
import os

import running
from running import PAGE

WEB = "@20 ms "


class Pairs(running.Case):
    def both(self, server, client):
        return self.said(node0=server, node1=client)

    def fetched(self, server, client, name="got"):
        self.both(server, client)
        self.assertEqual(self.file(name), PAGE)

    def test_nc(self):
        self.fetched("nc -l 5000 > got", "@1 ms nc -N node0 5000 < page.bin")

    def test_nc_with_datagrams(self):
        self.both("timeout 1 nc -u -l 5000 > got; true", "@1 ms printf hello | nc -u -w 0 -q 0 node0 5000")
        self.assertEqual(self.file("got"), b"hello")

    def test_socat(self):
        self.fetched("socat -u TCP-LISTEN:5000 CREATE:got", "@1 ms socat -u FILE:page.bin TCP:node0:5000")

    def test_socat_that_forks_for_each_client(self):
        self.fetched("socat TCP-LISTEN:5000,fork,reuseaddr EXEC:'cat page.bin' &", "@1 ms socat -u TCP:node0:5000 CREATE:got")

    def test_iperf3(self):
        lines = self.both("iperf3 -s -1", "@1 ms iperf3 -c node0 -n 2M")
        self.assertTrue(any("2.00 MBytes" in line and "receiver" not in line for line in lines), lines)

    def test_iperf3_with_datagrams(self):
        lines = self.both("iperf3 -s -1", "@1 ms iperf3 -u -b 100M -c node0 -n 1M")
        self.assertTrue(any("(0%)  receiver" in line for line in lines), lines)

    def test_iperf3_with_several_streams_backwards(self):
        lines = self.both("iperf3 -s -1", "@1 ms iperf3 -P 4 -R -c node0 -n 2M")
        self.assertTrue(any("[SUM]" in line and "receiver" in line for line in lines), lines)

    def test_iperf_with_threads(self):
        lines = self.both("iperf -s &", "@1 ms iperf -c node0 -n 1M")
        self.assertTrue(any("1.00 MBytes" in line for line in lines), lines)

    def test_nuttcp(self):
        lines = self.both("nuttcp -S --nofork &", "@1 ms nuttcp -n 1m node0")
        self.assertTrue(any("1.0000 MB" in line for line in lines), lines)

    def test_netpipe(self):
        self.both("NPtcp &", "@1 ms NPtcp -h 10.0.0.1 -u 64 -n 2 -o np.out")
        self.assertIn(b"64", self.file("np.out"))

    def test_curl_of_pythons_server(self):
        self.fetched("python3 -m http.server 80 &", "@100 ms curl -s -o got http://node0/page.bin")

    def test_two_clients_at_once(self):
        curl = "@100 ms curl -s -o {} http://node0/page.bin"
        self.said(node0="python3 -m http.server 80 &", node1=curl.format("one"), node2=curl.format("two"))
        self.assertEqual((self.file("one"), self.file("two")), (PAGE, PAGE))

    def test_wget_of_busybox(self):
        self.fetched("busybox httpd -f -p 80 -h . &", WEB + "wget -q -O got http://node0/page.bin")

    def test_five_threads_that_fetch_at_once(self):
        """Each connection has a process of the server, and a card gets packets while its host makes calls."""
        (self.folder / "client.py").write_text(
            "import socket, threading\ngot = []\ndef fetch():\n  for n in range(20):\n"
            "    s = socket.create_connection((\"node0\", 80))\n"
            "    s.sendall(b\"GET /small HTTP/1.1\\r\\nHost: node0\\r\\nUser-Agent: somebody/1.0 of some place\\r\\n\\r\\n\")\n"
            "    answer = b\"\"\n    while some := s.recv(9999): answer += some\n    got.append(answer.endswith(b\"hello\"))\n"
            "threads = [threading.Thread(target=fetch) for n in range(5)]\n"
            "for one in threads: one.start()\nfor one in threads: one.join()\nprint(len(got), all(got))\n")
        (self.folder / "small").write_text("hello")
        said = self.said(node0="busybox httpd -f -p 80 -h . &", node1="@100 ms /usr/bin/python3 client.py")
        self.assertEqual(said, ["100 True"])

    def test_programs_in_go_are_told_once(self):
        done = self.start(node0="hey -h > /dev/null; hey -h > /dev/null; nc -h; true")
        self.assertEqual(done.stderr.count("written in Go"), 1, done.stderr)
        self.assertIn("node 0, hey is written in Go", done.stderr)

    def test_hey_which_is_written_in_go(self):
        """Its threads are scheduled by rdtsc, so calls may differ; what comes must not."""
        for clients in 1, 5:
            lines = self.both("busybox httpd -f -p 80 -h . &", f"{WEB}hey -n 20 -c {clients} http://node0/page.bin")
            found = " ".join(" ".join(lines).replace("\\x09", " ").split())
            self.assertIn(f"Total data: {20 * len(PAGE)} bytes", found)
            self.assertIn("[200] 20 responses", found)
            self.assertNotIn("Error distribution", found)

    def test_busybox_wget_of_mini_httpd(self):
        self.fetched("mini_httpd -D -p 80 -d . &", WEB + "busybox wget -q -O got http://node0/page.bin")

    def test_lighttpd(self):
        (self.folder / "conf").write_text(f'server.document-root = "{self.folder}"\nserver.port = 80\n')
        self.fetched("lighttpd -D -f conf &", WEB + "curl -s -o got http://node0/page.bin")

    def test_nginx_with_two_workers(self):
        (self.folder / "logs").mkdir()
        temporary = " ".join(f"{kind}_temp_path t;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "conf").write_text(
            "worker_processes 2; daemon off; pid pid; error_log stderr; events {}\n"
            f"http {{ access_log off; {temporary} server {{ listen 80; root {self.folder}; }} }}\n")
        self.fetched(f"nginx -p {self.folder} -c conf &", WEB + "curl -s -o got http://node0/page.bin")

    def test_redis_and_its_benchmark(self):
        server = "redis-server --save '' --bind 0.0.0.0 --protected-mode no &"
        lines = self.both(server, "@50 ms redis-cli -h node0 set a b; redis-cli -h node0 get a; "
                                  "redis-benchmark -h node0 -t get -n 200 -c 5 -q")
        self.assertIn("OK", lines)
        self.assertIn("b", lines)
        self.assertTrue(any("requests per second" in line for line in lines), lines)

    def test_memcached(self):
        user = "-u nobody " if os.geteuid() == 0 else ""
        lines = self.both(f"memcached {user}-l 0.0.0.0 &",
                          "@10 ms printf 'set a 0 0 3\\r\\nxyz\\r\\nget a\\r\\nquit\\r\\n' | nc -N node0 11211")
        self.assertTrue(any("xyz" in line for line in lines), lines)

    def test_git(self):
        self.said(node0="git init -q repo && cd repo && cp ../page.bin . && git add . && "
                        "git -c user.name=a -c user.email=b commit -qm x")
        self.both("git daemon --base-path=. --export-all &", "@50 ms git clone -q git://node0/repo clone")
        self.assertEqual(self.file("clone/page.bin"), PAGE)

    def test_rsync(self):
        (self.folder / "conf").write_text(f"use chroot = no\n[all]\npath = {self.folder}\n")
        pathlib.Path(self.folder, "copy").mkdir()
        self.fetched("rsync --daemon --no-detach --config=conf --port 8730 &",
                     "@20 ms rsync rsync://node0:8730/all/page.bin copy/", "copy/page.bin")


class Digests(running.Case):
    """Of each call, its result and its instant."""

    REDIS = {"node0": "redis-server --save '' --bind 0.0.0.0 --protected-mode no &",
             "node1": "@50 ms redis-benchmark -h node0 -t get -n 100 -c 5 -q"}
    THREADS = {"node0": "iperf -s &", "node1": "@1 ms iperf -c node0 -n 256K"}
    FORKS = {"node0": "socat TCP-LISTEN:5000,fork,reuseaddr EXEC:'cat page.bin' &",
             "node1": "@1 ms socat -u TCP:node0:5000 CREATE:got"}

    def test_are_equal_from_run_to_run(self):
        for nodes in (self.REDIS, self.THREADS, self.FORKS):
            self.assertEqual(len({self.digest(**nodes) for _ in range(3)}), 1, nodes)

    def test_do_not_depend_on_traces(self):
        self.assertEqual(self.digest(**self.FORKS), self.digest("--trace", "t.pcapng", **self.FORKS))

    def test_do_not_depend_on_the_processors_that_may_be_used(self):
        one = {min(os.sched_getaffinity(0))}
        free = self.digest(**self.THREADS)
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, one)
        self.addCleanup(os.sched_setaffinity, 0, before)
        self.assertEqual(free, self.digest(**self.THREADS))

    def test_follow_from_the_model(self):
        self.assertNotEqual(self.digest(**self.FORKS), self.digest("--set", "lanai.clock=20 MHz", **self.FORKS))


if __name__ == "__main__":
    running.main()
