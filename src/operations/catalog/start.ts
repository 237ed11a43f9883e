/** Offers `start`. */
import * as z from 'zod'
import { toStartJson, toStartText } from '../../render/start-text.ts'
import { define, EXIT } from '../operation.ts'
import { start } from '../start.ts'
import { config, FLAGS, repo, SCHEMA_VERSION, text } from './inputs.ts'

export const startOperation = define({
  input: z.strictObject({
    task: text.describe('a task document, or an id of the configured documents'),
    repo,
    base: text.exactOptional().describe('start from this revision (default: the remote default branch)'),
    config,
    dryRun: z.boolean().default(false).describe('show the branch and the subtasks, and write nothing'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, branch: z.string(), commit: z.string().nullable() }),
  flags: { ...FLAGS, task: '<task>' },
  run: async ({ dryRun, ...input }, hooks) => {
    const started = await start({ ...input, isPlanOnly: dryRun }, hooks)
    return { json: toStartJson(started), toText: () => toStartText(started), exit: EXIT.SUCCESS }
  },
})
