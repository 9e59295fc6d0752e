# For scripts/test: what failed, once more where people look first.

# failures LOG: of each test that has failed in this log of ctest its line and the last lines that it printed, of at
# most ten tests. A test prints behind its line, up to the next one of another test. Tests that were skipped are marked
# with stars, too.
failures() {
  awk -v tests=10 -v lines=20 '
    function show() {
      for (i = (count > lines ? count - lines : 0); i < count; ++i) print "  " said[i]
      count = 0
    }
    /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: |^ +Start +[0-9]+: |^[0-9]+% tests passed/ {
      if (bad) show()
      bad = /\*\*\*/ && !/\*\*\*(Skipped|Not Run \(Disabled\))/
      if (bad && ++all > tests) bad = 0
      if (bad) print
      next
    }
    bad && NF { said[count++] = $0 }
    END {
      if (bad) show()
      if (all > tests) print "and " all - tests " more in " FILENAME
    }' "$1"
}
