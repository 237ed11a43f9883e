/**
 * The buttons of the check run: commands that are safe to press by mistake, by their names. GitHub allows three on a
 * check run.
 */
export const buttons = [
  { identifier: 'status', label: 'Status', description: 'Shows the current result in a comment' },
  { identifier: 'next', label: 'Next step', description: 'Shows the next step in a comment' },
  { identifier: 'recheck', label: 'Check again', description: 'Reads everything and judges again' },
] as const
