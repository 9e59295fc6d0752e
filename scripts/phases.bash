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

# built PRESET JOBS TARGET...: builds them, and shows steps and the time left.
built() {
  local preset=$1 jobs=$2 directory=build/$1 status
  shift 2
  # Under another name ninja does not look first whether its file is up to date, and plans all steps.
  cp "$directory/build.ninja" "$phase_log.ninja"
  ninja -C "$directory" -f "$phase_log.ninja" -n "$@" | weigh "$directory/.ninja_log" >"$phase_log.steps" || true
  set +e
  cmake --build --preset "$preset" -j "$jobs" --target "$@" 2>&1 | tee -a "$phase_log" | steps_left "$phase_log.steps"
  status=${PIPESTATUS[0]}
  set -e
  rm -f "$phase_log.ninja" "$phase_log.steps"
  [[ $status -eq 0 ]] || failed "$status"
}

# weigh LOG: of the steps "[1/340] Building CXX object X" that ninja plans, each with the milliseconds that it has taken
# before, or else that such a step takes: what compiles C++ takes nearly all of the time.
weigh() {
  local log=$1
  [[ -f $log ]] || log=/dev/null
  awk -v log_file="$log" '
    BEGIN {
      while ((getline line < log_file) > 0) {
        count = split(line, field, "\t")
        if (count >= 4) before[field[4]] = field[2] - field[1]
      }
    }
    match($0, /^\[[0-9]+\/[0-9]+\] /) {
      title = substr($0, RLENGTH + 1)
      weight = title ~ /^Building CXX/ ? 10000 : title ~ /^(Building C|Linking)/ ? 500 : 100
      if ($NF in before) weight = before[$NF] + 1
      print weight "\t" title
    }'
}

# time_left PASSED DONE ALL: of seconds and weights; nothing as long as too little is done to tell.
time_left() {
  local passed=$1 done=$2 all=$3
  ((passed >= 10 && done * 20 >= all && done > 0)) || return 0
  minutes $((passed * (all - done) / done))
}

# Reads "[12/340] ..." and says how far that is: on a terminal in one line, else at each tenth. Ninja first makes its
# own files anew if it must, some steps of their own, and then counts all others from one again: so do the tenths. It
# may say more than one thing of a step.
steps_left() {
  local line number all title left weight known before=0 of=0 tenth=0 begin=$SECONDS done=0 total=0
  local -A weights=()
  while IFS=$'\t' read -r weight title; do
    weights[$title]=$weight
    total=$((total + weight))
  done <"$1"
  while IFS= read -r line; do
    [[ $line =~ ^\[([1-9][0-9]*)/([0-9]+)\]\ (.*) ]] || continue
    number=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} title=${BASH_REMATCH[3]}
    ((number > before || (number == before && all == of))) || tenth=0
    before=$number of=$all
    known=${weights[$title]-0}
    weights[$title]=0 # once
    done=$((done + known))
    left=$(time_left $((SECONDS - begin)) "$done" "$total")
    left=${left:+, about $left left}
    if [[ -t 1 ]]; then
      printf '\r  step %d of %d%s \e[K' "$number" "$all" "$left"
    elif ((number * 10 / all > tenth)); then
      tenth=$((number * 10 / all))
      printf '  step %d of %d%s\n' "$number" "$all" "$left"
    fi
  done
  [[ ! -t 1 ]] || printf '\r\e[K'
}
