/** Checks what a task needs on this machine, before anything is written: the test command, and programs. */
import type { SuiteConfig } from '../../core/model/config.ts'
import { advise, type Precondition, suggest, toPrecondition } from '../../core/model/suggestion.ts'
import { toPlainCommand } from '../../core/text/plain-command.ts'
import { commandsOf, findProgram, getPrograms } from '../doctor/programs.ts'
import { leadTexts } from './texts.ts'

/** GitHub's command line opens the pull request; without it a link does. */
const OPTIONAL = 'gh'

/** @param dir the top of the working tree @param suites configured or detected */
export function checkTools(
  dir: string,
  suites: readonly SuiteConfig[],
  env: Readonly<Record<string, string | undefined>>,
): readonly Precondition[] {
  const isThere = (program: string) => findProgram(program, dir, env['PATH'] ?? '')
  const needed = [...new Set(['git', 'node', ...suites.flatMap(commandsOf).flatMap(getPrograms)])]
  const missing = needed.filter((program) => !isThere(program))
  const found = [...needed, OPTIONAL].filter(isThere).join(', ')
  const without = isThere(OPTIONAL) ? '' : leadTexts.linkInstead(OPTIONAL)
  const commands = suites.map(({ command }) => toPlainCommand(command) ?? command)
  return [
    toPrecondition('test-command', suites.length > 0, commands.join('; ') || 'none', advise('', 'tdd-gate init')),
    toPrecondition(
      'tools',
      missing.length === 0,
      missing.length === 0 ? found + without : `not found: ${missing.join(', ')}`,
      suggest(leadTexts.install(missing.join(', '))),
    ),
  ]
}
