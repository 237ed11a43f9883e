/** The shell that is process 1 of a sandbox: it waits for the command, and with its end everything else ends. */

/**
 * Followed by the folder and the command. A command of its own would be process 1, for which signals have no default. A
 * process that takes too much memory is ended before the ones that measure.
 */
export const INSIDE = [
  '/bin/sh',
  '-c',
  'echo 700 > /proc/self/oom_score_adj 2>/dev/null; cd "$1" || exit 127; unset OLDPWD; /bin/sh -c "$2"; exit $?',
  'sh',
] as const
