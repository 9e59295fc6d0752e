"""Which parameters belong to parts that an experiment has: parts.toml."""
import fnmatch
import tomllib
from pathlib import Path

TABLE = tomllib.loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))
KNOWN = sorted({pattern for patterns in TABLE.values() for pattern in patterns} | {"dma-curve"})


def matches(experiment, patterns):
    return any(fnmatch.fnmatchcase(experiment, pattern) for pattern in patterns)


def is_read(key, experiment):
    """Whether a run of the experiment may read the parameter. An experiment of one's own may read all."""
    names = key.split(".")
    of_role = names[0] not in TABLE and names[1:] and names[1] in TABLE  # "client.mpi.software"
    part = names[1] if of_role else names[0]
    return part not in TABLE or not matches(experiment, KNOWN) or matches(experiment, TABLE[part])
