#!/usr/bin/env bash
# Records clang as it compiles two files of models/common, and lld as it links a library of them. Both map their
# larger files instead of reading them, and lld writes its output through a map; page faults are recorded.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/${1:-traces/workloads/clang.workload}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/build" <<'END'
set -e
for name in parameters quantity; do
  clang++-14 -std=c++20 -O1 -fPIC -I. -c models/common/$name.cpp -o "$TMPDIR/$name.o"
done
ld.lld-14 -shared --threads=1 -o "$TMPDIR/common.so" "$TMPDIR/parameters.o" "$TMPDIR/quantity.o"
END
LC_ALL=C TMPDIR=$scratch scripts/record-workload -o "$out" --quantum 100 --faults --exclude "*/build" \
  --exclude '/usr/share/*' --exclude '/usr/local/*' --exclude '/etc/*' --exclude '/usr/lib/*/gconv/*' \
  --title "clang compiles two files of models/common; lld makes a library of them" bash "$scratch/build"
