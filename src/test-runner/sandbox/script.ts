/** The shell that is process 1 of a sandbox: it waits for the command, and when it ends every other process ends. */

/**
 * Followed by the folder and the command. Without this shell the command would be process 1, for which signals have no
 * default action. The kernel ends a process that takes too much memory before it ends the measuring processes.
 */
export const INSIDE = [
  '/bin/sh',
  '-c',
  'echo 700 > /proc/self/oom_score_adj 2>/dev/null; cd "$1" || exit 127; unset OLDPWD; /bin/sh -c "$2"; exit $?',
  'sh',
] as const
