#!/usr/bin/env bash
# Remap a page or copy it, over message size, size of a page and memory speed: docs/studies/remap-or-copy.md
# From the top of the source tree: docs/studies/remap-or-copy.sh [DIRECTORY OF RESULTS]
set -euo pipefail
out=${1:-results/remap-or-copy}
flybar=${FLYBAR:-build/release/flybar}

"$flybar" sweep docs/studies/remap-or-copy.toml -j 2 -o "$out/messages"

# Segments follow the page, so that each brings a whole one.
"$flybar" sweep netperf --platform alphastation-500 --set amount="8 MB" --set socket_buffer="512 KB" \
  --set send_size="64 KB" --set receive_size="64 KB" --set inet.cluster="1 KB" --set mcp.max_payload="16 KB" \
  --vary copy=remap,send,receive,both --vary host.frame="1 KB,2 KB,4 KB,8 KB,16 KB" \
  --vary host.copy_rate="40 MB/s,80 MB/s,160 MB/s,320 MB/s,640 MB/s" -j 2 -o "$out/pages"
