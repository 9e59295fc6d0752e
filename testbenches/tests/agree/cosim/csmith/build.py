#!/usr/bin/env python3
"""A random C program, for the chip and for this machine:

    build.py SEED FOLDER

writes FOLDER/SEED.c (csmith), FOLDER/SEED.elf, an image of it for the chip, made as those of firmware/ are, and
FOLDER/SEED.checksum, what it works out on this machine: a hexadecimal number, or nothing if it takes longer than a second.

Unions, bit fields and packed structures are left out: they mean other values on a big-endian chip. Floating point is: the
chip has none, and the compiler no library for it.
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[4]
CSMITH = ["csmith", "--no-argc", "--no-unions", "--no-bitfields", "--no-packed-struct", "--quiet", "--max-funcs", "5"]
INCLUDES = [f"-I{HERE}", "-I/usr/include/csmith"]
CHIP = ["clang-14", "--target=lanai", "-ffreestanding", "-fno-builtin", "-mcmodel=small", "-O1", "-w"]
PARTS = [ROOT / "firmware/common" / name for name in ("crt0.c", "arithmetic.c", "arithmetic64.c", "memory.c")]
SHOW = r"""
#include <stdio.h>
#define main program
#include PROGRAM
#undef main
int main(void) { program(); printf("%x\n", csmith_checksum); return 0; }
"""


def run(command, **more):
    return subprocess.run([str(part) for part in command], check=True, timeout=60, **more)


def image(program, elf):
    objects = []
    for source in [PARTS[0], program, *PARTS[1:]]:
        objects.append(elf.with_name(f"{elf.stem}.{source.stem}.bc"))
        run([*CHIP, *INCLUDES, f"-I{ROOT}", "-emit-llvm", "-c", source, "-o", objects[-1]])
    merged = elf.with_suffix(".bc")
    run(["llvm-link-14", *objects, "-o", merged])
    run([*CHIP[:2], "-O1", "-mcmodel=small", "-c", merged, "-o", elf])


def checksum(program, result):
    source, binary = result.with_name(result.stem + ".host.c"), result.with_suffix(".host")
    source.write_text(SHOW.replace("PROGRAM", f'"{program}"'))
    run(["cc", *INCLUDES, "-O1", "-w", "-fwrapv", source, "-o", binary])
    try:
        done = subprocess.run([binary], timeout=1, capture_output=True, text=True)
        result.write_text(done.stdout)
    except subprocess.TimeoutExpired:
        result.write_text("")


def main(seed, folder):
    stem = pathlib.Path(folder).resolve() / seed
    program = stem.with_suffix(".c")
    run([*CSMITH, "--seed", seed, "-o", program])
    # Constants of the type long, which has 32 bits on the chip and 64 here, become those of int.
    program.write_text(re.sub(r"\b(0x[0-9A-Fa-f]+|[0-9]+)(U?)L\b", r"\1\2", program.read_text()))
    checksum(program, stem.with_suffix(".checksum"))
    image(program, stem.with_suffix(".elf"))


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
