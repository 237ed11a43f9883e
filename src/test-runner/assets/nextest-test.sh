# `sh <this file> <program> [<word>...]`: cargo-nextest starts each test by it. A process that ends before libtest sums up did
# not finish its test, whatever its exit code.
case " $* " in *' --list '*) exec "$@" ;; esac
said=$("$@" 2>&1)
code=$?
printf '%s\n' "$said"
case "$said" in *'test result: '*) exit "$code" ;; esac
echo "tdd-gate: the process ended before its test did (exit code $code)"
exit 101
