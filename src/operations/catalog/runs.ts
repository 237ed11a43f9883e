/** Offers `runs`: the runs of this worktree, and what they took. */
import * as z from 'zod'
import { openRepository } from '../../git/repository.ts'
import { toRunListText, toRunMetrics } from '../../render/run/list.ts'
import { define, EXIT } from '../operation.ts'
import { getWorktreeFolder } from '../runs/place.ts'
import { listTaskRuns } from '../runs/task-run.ts'
import { FLAGS, repo, SCHEMA_VERSION } from './inputs.ts'

export const runsOperation = define({
  input: z.strictObject({ repo }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, runs: z.array(z.unknown()), metrics: z.unknown() }),
  flags: { repo: FLAGS.repo },
  run: async (input) => {
    const runs = listTaskRuns(getWorktreeFolder(await openRepository(input.repo), process.env))
    return {
      json: { schemaVersion: 1, runs, metrics: toRunMetrics(runs) },
      toText: (page) => toRunListText(runs, page),
      exit: EXIT.SUCCESS,
    }
  },
})
