#!/usr/bin/env bash
# Records sort with 3 MB of memory on 16 MB of text: sorted runs go to temporary files, which are merged.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/${1:-traces/workloads/sort.workload}
record=$PWD/scripts/record-workload
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

awk 'BEGIN { x = 1; for (i = 0; i < 262144; ++i) { x = (x * 16807) % 2147483647
  printf "%010d %052d\n", x, i } }' >unsorted
LC_ALL=C TMPDIR=$scratch "$record" -o "$out" --quantum 100 --exclude '/usr/*' --exclude '/etc/*' \
  --title "sort: 16 MB of text with 3 MB of memory, by way of temporary files" \
  sort -S 3M -T . --parallel=1 -o sorted unsorted
