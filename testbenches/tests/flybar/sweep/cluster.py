"""A Slurm cluster of two virtual nodes on this machine, for tests. Needs root and Debian's slurm-wlm."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("slurmctld", "slurmd", "munged", "sbatch", "squeue", "sinfo")
PATIENCE = 60  # seconds for daemons to come up


def lacks():
    """Why there can be no cluster here; empty if there can."""
    missing = [name for name in PROGRAMS if not shutil.which(name) and not shutil.which(name, path="/usr/sbin")]
    if missing:
        return f"no {missing[0]}: install slurm-wlm and munge"
    return "" if os.geteuid() == 0 else "not root"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    """Started by `with`, and stopped at its end. `environment` is that of clients."""

    def __enter__(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="flybar-slurm."))
        self.daemons = []
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *ignored):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.place, ignore_errors=True)

    def start(self):
        host = socket.gethostname().partition(".")[0]
        control, *nodes = free_ports(3)
        socket_of_munge = self.place / "munge.socket"
        key = self.place / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        for folder in ("state", "spool-n1", "spool-n2", "munge"):
            (self.place / folder).mkdir(mode=0o700)
        self.place.chmod(0o755)
        lines = [
            "ClusterName=flybar", f"SlurmctldHost={host}(127.0.0.1)", "SlurmUser=root", "SlurmdUser=root",
            f"SlurmctldPort={control}", "AuthType=auth/munge", f"AuthInfo=socket={socket_of_munge}",
            "CredType=cred/munge", f"StateSaveLocation={self.place}/state", f"SlurmdSpoolDir={self.place}/spool-%n",
            f"SlurmctldPidFile={self.place}/slurmctld.pid", f"SlurmdPidFile={self.place}/slurmd-%n.pid",
            f"SlurmctldLogFile={self.place}/slurmctld.log", f"SlurmdLogFile={self.place}/slurmd-%n.log",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "SwitchType=switch/none",
            "MpiDefault=none", "SelectType=select/cons_tres", "SelectTypeParameters=CR_CPU", "ReturnToService=2",
            "SchedulerParameters=batch_sched_delay=0,sched_min_interval=1000", "AccountingStorageType=accounting_storage/none", "JobAcctGatherType=jobacct_gather/none",
            *(f"NodeName=n{number} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN"
              for number, port in enumerate(nodes, start=1)),
            "PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP",
        ]
        configuration = self.place / "slurm.conf"
        configuration.write_text("\n".join(lines) + "\n")
        self.environment = {**os.environ, "SLURM_CONF": str(configuration), "PATH": os.environ["PATH"] + ":/usr/sbin"}
        self.daemon("munged", "--foreground", "--force", f"--socket={socket_of_munge}", f"--key-file={key}",
                    f"--pid-file={self.place}/munge/pid", f"--log-file={self.place}/munge/log",
                    f"--seed-file={self.place}/munge/seed")
        self.wait_for(socket_of_munge.exists, "munged")
        self.daemon("slurmctld", "-D")
        for name in ("n1", "n2"):
            self.daemon("slurmd", "-D", "-N", name)
        self.wait_for(self.is_up, "slurmctld and slurmd")

    def daemon(self, *command):
        log = open(self.place / f"{command[0]}-{len(self.daemons)}.out", "w")
        with log:
            self.daemons.append(subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log,
                                                 stderr=log, start_new_session=True))

    def is_up(self):
        states = subprocess.run(["sinfo", "--noheader", "--Node", "--format=%T"], env=self.environment, text=True,
                                capture_output=True).stdout.split()
        return states == ["idle", "idle"]

    def wait_for(self, ready, what):
        end = time.monotonic() + PATIENCE
        while not ready():
            if time.monotonic() > end or any(daemon.poll() is not None for daemon in self.daemons):
                logs = "\n".join(f"{log}:\n{log.read_text(errors='replace')[-2000:]}" for log in
                                 [*self.place.glob("*.log"), *self.place.glob("*.out"), *self.place.glob("munge/log")])
                raise RuntimeError(f"{what} did not come up\n{logs}")
            time.sleep(0.1)

    def jobs(self):
        return subprocess.run(["squeue", "--noheader"], env=self.environment, text=True,
                              capture_output=True).stdout.splitlines()
