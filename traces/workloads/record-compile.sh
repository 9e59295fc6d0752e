#!/usr/bin/env bash
# Records g++ as it compiles the model of the PCI bus, one file after the other, and ar as it makes a library
# of the objects. g++ runs the compiler proper and the assembler as processes; between them lie temporary files.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/${1:-traces/workloads/compile.workload}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/build" <<'END'
set -e
for source in models/pci/*.cpp; do
  g++ -std=c++20 -O2 -DSC_CPLUSPLUS=201703L -I. -c "$source" -o "$TMPDIR/$(basename "$source" .cpp).o"
done
ar rcs "$TMPDIR/pci.a" "$TMPDIR"/*.o
END
LC_ALL=C TMPDIR=$scratch scripts/record-workload -o "$out" --quantum 100 --exclude "*/build" \
  --exclude '/usr/share/*' --exclude '/usr/local/*' --exclude '/etc/*' --exclude '/usr/lib/*/gconv/*' \
  --title "g++ compiles the files of models/pci; ar makes a library of them" bash "$scratch/build"
