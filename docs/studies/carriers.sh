#!/bin/sh
# The runs, the table and the picture of carriers.md, from the folder of the repository.
set -e
flybar=build/release/flybar
[ -x $flybar ] || {
  echo "carriers.sh: no $flybar; allowed: a build of the repository; run scripts/run" >&2
  exit 1
}
out=results/carriers
mkdir -p $out
all="trapeze,ip-trapeze,ip-myriapi,ethernet,atm"
$flybar sweep page-fault --vary transport=$all -j 2 -o $out/fault --result latency --result cpu_client --result cpu_servers
$flybar run page-fault --set pages=disk
$flybar sweep file-read --vary transport=$all -j 2 -o $out/read --result bandwidth --result cpu_total
$flybar sweep nfs-read --vary transport=ip-trapeze,ip-myriapi,ethernet,atm -j 2 -o $out/nfs --result bandwidth --result cpu_total
$flybar run file-read --set pages=disk --set file=600
bars=
for transport in trapeze ip-trapeze ip-myriapi ethernet atm; do
  $flybar run page-fault --set transport=$transport --json $out/$transport.json > $out/$transport.txt
  bars="$bars $transport=$out/$transport.json"
done
# shellcheck disable=SC2086
scripts/plot faults $bars -o $out/faults.svg -o $out/faults.png
