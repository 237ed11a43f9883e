/** Writes the command that judges again: a next step repeats the options of the call. */
import { shellWords } from '../core/rules/text.ts'

/** The options that repeat in the next command; `--head` is left out, since the next step creates another head. */
const REPEATED = {
  repo: '--repo',
  base: '--base',
  task: '--task',
  sequence: '--sequence',
  config: '--config',
  cacheDir: '--cache-dir',
  phase: '--phase',
  subtask: '--subtask',
}

/** Returns the command with the options that it was called with, quoted for a shell. */
export function repeatCommand(command: string, options: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(REPEATED).flatMap(([name, option]) => {
    const value = options[name]
    const isSaid = typeof value === 'string' && !(name === 'repo' && value === '.')
    return isSaid ? [option, shellWords([value], `'<${name}>'`)] : []
  })
  return [command, ...words].join(' ')
}
