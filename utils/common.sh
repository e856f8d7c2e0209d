# Shared by the scripts in utils/: where things are, how steps are shown and
# logged. Sourced, never run. The caller sets LOG_NAME first.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"
LOG_DIR="$ROOT/build/log"
mkdir -p "$LOG_DIR"
LOG="$LOG_DIR/${LOG_NAME:?}.log"
VENV="$ROOT/.venv"
# The sources of MLIR's own Python bindings, a build input that is fetched.
BINDINGS="$ROOT/.deps/mlir-python"

# What the comment at the head of the script says.
usage() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$ROOT/utils/$(basename "$0")"; }

# As many jobs as there are processors, but no more than memory carries: a
# compile step peaks below 1 GiB.
jobs_that_fit() {
  local cpus mem_kib by_mem
  cpus="$(nproc)"
  mem_kib="$(awk '/MemAvailable/ {print $2}' /proc/meminfo)"
  by_mem=$((mem_kib / 1500000))
  ((by_mem < 1)) && by_mem=1
  ((by_mem < cpus)) && echo "$by_mem" || echo "$cpus"
}

say() { printf '%s\n' "$*" | tee -a "$LOG"; }

die() {
  say "$(basename "$0"): $*" >&2
  exit 1
}

# On a terminal: how far ninja is, after a step's title, every two seconds.
show_progress() {
  local title="$1" from="$2"
  while sleep 2; do
    printf '\r%-52s%s ' "$title ..." \
      "$(tail -n "+$((from + 1))" "$LOG" | grep -o '^\[[0-9]*/[0-9]*\]' | tail -n 1)"
  done
} 2>/dev/null

# step TITLE CMD...: one line while it runs, the time it took after; what it
# prints goes to the log, and its end to the screen when it fails.
step() {
  local title="$1" start="$SECONDS" from rc=0 progress
  shift
  printf '%-52s' "$title ..."
  printf '\n=== %s: %s\n' "$title" "$*" >>"$LOG"
  from="$(wc -l <"$LOG")"
  if [[ -t 1 ]]; then
    show_progress "$title" "$from" &
    progress=$!
  fi
  "$@" >>"$LOG" 2>&1 </dev/null || rc=$?
  if [[ -t 1 ]]; then
    kill "$progress"
    wait "$progress" || true
    printf '\r%-70s\r%-52s' '' "$title ..."
  fi
  if ((rc == 0)); then
    echo "ok, $((SECONDS - start)) s"
  else
    echo "FAILED (exit $rc) after $((SECONDS - start)) s"
    tail -n "+$((from + 1))" "$LOG" | tail -n 40
    echo "the whole output is in ${LOG#"$ROOT"/}"
  fi
  return "$rc"
}
