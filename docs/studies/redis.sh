#!/bin/sh
# The sweeps and the picture of redis.md, from the folder of the repository.
set -e
for needed in build/release/flybar build/redis/think.so; do
  [ -e "$needed" ] || {
    echo "redis.sh: no $needed; allowed: both built, in the folder of the repository; redis.md says how" >&2
    exit 1
  }
done
for us in 0 5 50; do
  build/release/flybar sweep docs/studies/redis.toml -j 2 -o results/redis-$us --result request_p99 --result request_p50 \
    --set node0="LD_PRELOAD=$PWD/build/redis/think.so THINK_US=$us redis-server --save '' --bind 0.0.0.0 --protected-mode no &"
done
scripts/plot curves "computing takes no time=results/redis-0/results.csv" "5 us a request=results/redis-5/results.csv" \
  "50 us a request=results/redis-50/results.csv" --over nodes --result request_p99 \
  --name "LANai 4.1 as it was=lanai.clock 33.33 MHz, mcp.interrupts each" \
  --name "its processor twice as fast=lanai.clock 66.67 MHz, mcp.interrupts each" \
  --name "interrupts coalesced=lanai.clock 33.33 MHz, mcp.interrupts coalesced" \
  --x-label "nodes, one of which serves" --y-label "p99 of a GET of 4 KB (us)" --title "Which card serves redis?" \
  -o results/redis.svg -o results/redis.png
