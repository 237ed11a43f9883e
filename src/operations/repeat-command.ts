/** Writes the command that judges again: a next step repeats the options of the call. */
import type { GateCommand } from '../core/model/gate-command.ts'
import { shellWords } from '../core/rules/text.ts'

/** The options that repeat in the next command; `--head` is left out, since the next step creates another head. */
const REPEATED = {
  repo: '--repo',
  base: '--base',
  task: '--task',
  sequence: '--sequence',
  config: '--config',
  cacheDir: '--cache-dir',
  maxAttempts: '--max-attempts',
}
const STATED = { phase: '--phase', subtask: '--subtask', all: '--all', files: '--files' }

/** Returns the command with the options that it was called with, quoted for a shell. @param name `verify` */
export function repeatCommand(name: string, options: Readonly<Record<string, unknown>>): GateCommand {
  const format = (known: Readonly<Record<string, string>>) =>
    Object.entries(known)
      .flatMap(([key, option]) => {
        const given = options[key]
        const value = typeof given === 'number' ? String(given) : given
        if (value === true) return [` ${option}`]
        if (Array.isArray(value)) return [` ${option} ${shellWords(value, `'<${key}>'`)}`]
        const isSaid = typeof value === 'string' && !(key === 'repo' && value === '.')
        return isSaid ? [` ${option} ${shellWords([value], `'<${key}>'`)}`] : []
      })
      .join('')
  const stated = format(STATED)
  return { name, options: format(REPEATED), ...(stated === '' ? {} : { stated }) }
}
