#!/usr/bin/env bash
# What bounds calls and pages on each platform, and which single change helps most: docs/studies/bounds.md
# From the top of the source tree: docs/studies/bounds.sh [DIRECTORY OF RESULTS]
set -euo pipefail
out=${1:-results/bounds}
flybar=${FLYBAR:-build/release/flybar}

card=(--over "pci.width=32 bit,64 bit" --over "pci.clock=33.33 MHz,66.67 MHz" --over "lanai.clock=33.33 MHz,66.67 MHz"
  --over "lanai.sram_width=32 bit,64 bit" --over "link.rate=160 MB/s,320 MB/s")

# tornado NAME PLATFORM EXPERIMENT RESULT OPTION...
tornado() {
  "$flybar" analyse tornado "$3" --platform "$2" --result "$4" "${@:5}" "${card[@]}" -j 0 -o "$out/$1"
}

for platform in alphastation-500 alcor-miata pentium-ii-440lx; do
  page="8 KB"
  case $platform in
    alphastation-500) host=(--over "host.clock=266 MHz,532 MHz") ;;
    alcor-miata) host=(--over "client.host.clock=500 MHz,1000 MHz" --over "server.host.clock=266 MHz,532 MHz") ;;
    *) host=(--over "host.clock=300 MHz,600 MHz") page="4 KB" ;;
  esac
  tornado "$platform-stream" "$platform" stream bandwidth --set "payload=8 KB" "${host[@]}"
  tornado "$platform-pages" "$platform" rpc bandwidth --set "payload=$page" --set reply=cont "${host[@]}"
  tornado "$platform-calls" "$platform" rpc rate --set reply=cont "${host[@]}"
done
