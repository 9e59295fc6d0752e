# For tests of scripts, which source it.

# expect WHAT WANTED FOUND: ends the test unless both texts are equal.
expect() {
  [[ $2 == "$3" ]] || { echo "$1: wanted \"$2\", found \"$3\"" && exit 1; }
}
