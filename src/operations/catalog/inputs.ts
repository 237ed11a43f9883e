/** Defines the inputs that operations share: the branch, and the task on it. */
import * as z from 'zod'
import type { GateCommand } from '../../core/model/gate-command.ts'
import { repeatCommand } from '../repeat-command.ts'

const MAX_TEXT = 4_096
export const text = z.string().min(1).max(MAX_TEXT)
const MAX_FILES = 1_000
export const chosenFiles = z.array(text).min(1).max(MAX_FILES).exactOptional()
export const SCHEMA_VERSION = z.literal(1)

export const repo = text.default('.').describe('the repository')
export const cacheDir = text.exactOptional().describe('folder of kept evidence')
export const config = text.exactOptional().describe('a configuration instead of the one of the base')

export const Branch = z.strictObject({
  repo,
  base: text
    .exactOptional()
    .describe('judge the commits after the merge base with this revision (default: the remote default branch)'),
  task: text
    .exactOptional()
    .describe(
      'the task: a document, or an id that the default branch has in tasks/tasks.json or where tasks.path says',
    ),
  sequence: z
    .enum(['commits', 'pull-request'])
    .exactOptional()
    .describe('judge every commit, or the pull request as a whole'),
  config,
  cacheDir,
  runId: text.exactOptional().describe('the run that must be that of this branch'),
})

export const FLAGS = {
  repo: '--repo <dir>',
  base: '--base <rev>',
  task: '--task <id>',
  config: '--config <file>',
  cacheDir: '--cache-dir <dir>',
} as const

/**
 * Adds the command that judges again: next steps repeat the options of the call.
 * @param name `verify`, or the command that was called
 */
export function withCommand<T extends object>(input: T, name: string): T & { readonly verify: GateCommand } {
  return { ...input, verify: repeatCommand(name, Object.fromEntries(Object.entries(input))) }
}
