/** Follows pages as their readers do: types their commands in a folder, by a shell that knows `tdd-gate`. */
import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { getSharedFolder } from '../folder.ts'
import { BIN } from '../run-cli.ts'
import { HELD } from './held.ts'
import { isPlace, type PageCommand, readPage } from './read.ts'

/** The commands of the blocks there. Not those that are marked, and those that a test of their own runs. */
export const getSteps = (place: string): readonly PageCommand[] =>
  readPage(place.split('#', 1)[0] ?? '').filter(
    (command) => isPlace(place, command) && command.mark === null && !Object.hasOwn(HELD, command.command),
  )

/**
 * All of them as one script, which ends with 9 at the first that does not do what the page says: `# exit code 4`, or 0.
 * @param before lines for the shell, by the command or the comment before which a reader does something else
 */
export function toScript(place: string, before: Readonly<Record<string, string>> = {}): string {
  return getSteps(place)
    .map(({ text, command, comment, page, line }) => {
      const code = /exit code (\d)/.exec(comment)?.[1] ?? '0'
      const says = `echo "${page}:${line} ended with $code" >&2`
      const own = before[command || comment]
      const step = command === '' ? '' : `{\n${text}\n}\ncode=$?; test $code = ${code} || { ${says}; exit 9; }\n`
      return `${own === undefined ? '' : `${own}\n`}${step}`
    })
    .join('')
}

export interface Shell {
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** @returns how a script ended, and what it wrote to both streams */
  readonly run: (script: string, cwd: string) => Promise<{ readonly code: number; readonly output: string }>
}

/** A shell of somebody who has installed `tdd-gate`, for all tests of a file. */
export function openShell(): Shell {
  const folder = getSharedFolder({ 'bin/tdd-gate': `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n` })
  chmodSync(join(folder, 'bin/tdd-gate'), 0o755)
  const environment = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    TDD_GATE_CACHE: join(folder, 'cache'),
  }
  const run: Shell['run'] = (script, cwd) =>
    new Promise((done) => {
      execFile('bash', ['-c', `exec 2>&1\n${script}`], { cwd, env: environment }, (error, output) =>
        done({ code: error === null ? 0 : Number(error.code), output }),
      )
    })
  return { environment, run }
}
