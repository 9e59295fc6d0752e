# For scripts/run and scripts/test: phases of a long job, each in one line on the terminal, with all that its commands
# say in the file `phase_log`.

# phase TITLE...: the next one begins. `phases` is how many there are.
phase=0
phase() {
  phase=$((phase + 1))
  phase_title="$phase/$phases $*"
  printf '\n== %s\n' "$phase_title" >>"$phase_log"
  printf '%s ...\n' "$phase_title"
}

minutes() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# logged COMMAND...: its output goes to the log; if it fails, the end of that is shown.
logged() {
  "$@" >>"$phase_log" 2>&1 || failed $?
}
failed() {
  tail -n 30 "$phase_log" >&2
  echo "scripts/$(basename "$0"): \"$phase_title\" failed; the whole log: $phase_log" >&2
  exit "$1"
}

# built COMMAND...: the same for a build by ninja, with its steps and the time left.
built() {
  local status
  set +e
  "$@" 2>&1 | tee -a "$phase_log" | steps_left
  status=${PIPESTATUS[0]}
  set -e
  [[ $status -eq 0 ]] || failed "$status"
}
# Reads "[12/340] ..." and says how far that is: on a terminal in one line, else at each tenth. Ninja counts from
# one again when it has made its own files anew.
steps_left() {
  local line done all passed left last=0 begin=$SECONDS tenth=0
  while IFS= read -r line; do
    [[ $line =~ ^\[([1-9][0-9]*)/([0-9]+)\] ]] || continue
    done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    ((done >= last)) || begin=$SECONDS tenth=0
    last=$done
    passed=$((SECONDS - begin))
    left=$((passed * (all - done) / done))
    if [[ -t 1 ]]; then
      printf '\r  step %d of %d, about %s left \e[K' "$done" "$all" "$(minutes $left)"
    elif ((done * 10 / all > tenth)); then
      tenth=$((done * 10 / all))
      printf '  step %d of %d, about %s left\n' "$done" "$all" "$(minutes $left)"
    fi
  done
  [[ ! -t 1 ]] || printf '\r\e[K'
}
