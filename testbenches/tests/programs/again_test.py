#!/usr/bin/python3
"""Programs of Debian make the same calls at the same instants, whatever else this machine does and whoever runs them.
FLYBAR_AGAIN is the number of runs of each pair, 3 if it is not set."""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import running
from running import FLYBAR, PAGE

HERE = pathlib.Path(__file__).parent
RUNS = int(os.environ.get("FLYBAR_AGAIN", "3"))
YEAR_2020 = 1577836800
GOT = {"got": PAGE}
CURL = "@100 ms curl -s -o got http://node0/page.bin"
REDIS = "redis-server --save '' --bind 0.0.0.0 --protected-mode no &"
SET = "printf 'set a 0 0 3\\r\\nxyz\\r\\nget a\\r\\nquit\\r\\n' | nc -N node0 11211"
TEMPORARY = " ".join(f"{kind}_temp_path t;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
GIT = ("git init -q repo && cd repo && cp ../page.bin . && git add . && git -c user.name=a -c user.email=b commit -qm x")
FILES = {
    # Inodes and times of files are the machine's: no page has a name made of them.
    "lighttpd.conf": 'server.document-root = "FOLDER"\nserver.port = 80\netag.use-inode = "disable"\n',
    "nginx.conf": "worker_processes 2; daemon off; pid pid; error_log stderr; events {}\n"
                  f"http {{ access_log off; {TEMPORARY} server {{ listen 80; root .; }} }}\n",
    "rsync.conf": "use chroot = no\n[all]\npath = .\n",
}

# Server, client, and files that the client gets.
PAIRS = {
    "netcat": ("nc -l 5000 > got", "@1 ms nc -N node0 5000 < page.bin", GOT),
    "socat": ("socat TCP-LISTEN:5000,fork,reuseaddr EXEC:'cat page.bin' &", "@1 ms socat -u TCP:node0:5000 CREATE:got", GOT),
    "iperf": ("iperf -s &", "@1 ms iperf -c node0 -n 256K", {}),
    # It makes a file of a name by chance, the same each time: in /tmp another run may have it.
    "iperf3": ("TMPDIR=. iperf3 -s -1", "@1 ms TMPDIR=. iperf3 -c node0 -n 1M", {}),
    "nuttcp": ("nuttcp -S --nofork &", "@1 ms nuttcp -n 1m node0", {}),
    "NetPIPE": ("NPtcp &", "@1 ms NPtcp -h 10.0.0.1 -u 64 -n 2 -o np.out", {}),
    "python": ("/usr/bin/python3 -m http.server 80 &", CURL, GOT),
    "busybox": ("busybox httpd -f -p 80 -h . &", "@20 ms wget -q -O got http://node0/page.bin", GOT),
    "mini_httpd": ("mini_httpd -D -p 80 -d . &", CURL, GOT),
    "lighttpd": ("lighttpd -D -f lighttpd.conf &", CURL, GOT),
    "nginx": ("nginx -p . -c nginx.conf &", CURL, GOT),
    "memcached": ("memcached -u nobody -l 0.0.0.0 &", "@10 ms " + SET, {}),
    "redis": (REDIS, "@50 ms redis-benchmark -h node0 -t get -n 100 -c 5 -q", {}),
    "git": ("git daemon --base-path=. --export-all &", "@50 ms git clone -q git://node0/repo clone", {"clone/page.bin": PAGE}),
    "rsync": ("rsync --daemon --no-detach --config=rsync.conf --port 8730 &",
              "@20 ms rsync rsync://node0:8730/all/page.bin copy/", {"copy/page.bin": PAGE}),
    "stack": ("./stream - 1048576 copy", "@1 ms ./stream node0 1048576 stack", {}),
}
# In a container, where addresses in memory and PIDs are the machine's, once in many runs with other calls: iperf3 names
# a file by an address; of git it is not known by what.
ADDRESSES = {"iperf3", "git"}
RIGHTS = {"mini_httpd", "nginx", "memcached", "rsync"}  # servers that give up the rights of root, if they have them
USER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


class Run:
    """One run in a folder of its own, which begins at once."""

    def __init__(self, folder, pair, around=(), settings=()):
        server, client, self.files = pair
        self.folder = folder
        words = running.command("--json", "record.json", *settings, nodes={"node0": server, "node1": client})
        self.process = subprocess.Popen([*around, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, errors="replace")

    def end(self):
        """What is to be the same each time: the digest, and what the programs have written."""
        said, _ = self.process.communicate(timeout=120)
        if self.process.returncode != 0:
            raise AssertionError(f"exit code {self.process.returncode}: {said}")
        for name, content in self.files.items():
            if (self.folder / name).read_bytes() != content:
                raise AssertionError(f"{name} is not what was sent")
        digest = json.loads((self.folder / "record.json").read_text())["results"]["digest"]["value"]
        lines = [line for line in said.splitlines() if line.startswith("node") and " ms: " in line]
        return digest, hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Again(running.Case):
    """Each variation returns what its runs have given."""

    @classmethod
    def setUpClass(cls):
        cls.left_out = []

    @classmethod
    def tearDownClass(cls):
        print(f"{len(cls.left_out)} variations left out" + "".join(f"\n  {why}" for why in sorted(set(cls.left_out))))

    def setUp(self):
        super().setUp()
        made = self.folder / "made"
        made.mkdir()
        shutil.copy(self.folder / "page.bin", made)
        for name in "copy", "logs":
            (made / name).mkdir()
        subprocess.run(["cc", "-O2", HERE / "stream.c", "-o", made / "stream"], check=True)
        subprocess.run(["sh", "-c", GIT], cwd=made, check=True, env={
            **os.environ, "GIT_AUTHOR_DATE": f"{YEAR_2020} +0000", "GIT_COMMITTER_DATE": f"{YEAR_2020} +0000"})
        self.made, self.folders = made, 0

    def fresh(self):
        self.folders += 1
        folder = self.folder / f"run{self.folders:03}"
        shutil.copytree(self.made, folder)
        for name, text in FILES.items():
            (folder / name).write_text(text.replace("FOLDER", str(folder)))
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o777)
            os.utime(path, (YEAR_2020, YEAR_2020))
        return folder

    def begin(self, pair, **how):
        return Run(self.fresh(), PAIRS[pair], **how)

    def plain(self, pair):
        return [self.begin(pair).end()]

    def pinned(self, pair):
        return [self.begin(pair, around=["taskset", "-c", str(min(os.sched_getaffinity(0)))]).end()]

    def loaded(self, pair):
        with subprocess.Popen(["sh", "-c", "while :; do :; done"]) as busy:
            try:
                return self.plain(pair)
            finally:
                busy.kill()

    def two_at_once(self, pair):
        return [run.end() for run in [self.begin(pair), self.begin(pair)]]

    def traced(self, pair):
        return [self.begin(pair, settings=["--trace", "packets.pcapng", "--calls", "calls.txt"]).end()]

    def user(self, pair):
        if os.geteuid() != 0:
            self.left_out.append("another user: only root may become one; run the test as root")
            return []
        if pair in RIGHTS:
            return self.twice(pair, USER)
        return [self.begin(pair, around=USER).end()]

    def twice(self, pair, around):
        """Runs that make other calls than a plain one, but the same each time."""
        (first, _), (second, _) = [self.begin(pair, around=around).end() for _ in range(2)]
        if around == USER or pair not in ADDRESSES:
            self.assertEqual(first, second, f"{pair} by {around}")
        return []

    def container(self, pair):
        """Data are copied there, so that instants are others; and programs write PIDs of the machine."""
        return self.twice(pair, [sys.executable, HERE / "container.py"])

    VARIATIONS = [pinned, loaded, two_at_once, traced, user, container]

    def test_calls_results_and_instants_are_the_same(self):
        for number, pair in enumerate(PAIRS):
            with self.subTest(pair):
                expected, = self.plain(pair)
                for run in range(RUNS - 1):
                    vary = self.VARIATIONS[(2 * number + number // 3 + run) % len(self.VARIATIONS)]
                    for given in vary(self, pair):
                        self.assertEqual(given, expected, f"{pair}: {vary.__name__}, run {run + 1}")


if __name__ == "__main__":
    running.main()
