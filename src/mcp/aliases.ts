/** Lists tools under the names and inputs that agents know from Task Master: each one is another name of an operation. */
import * as z from 'zod'

export interface Alias {
  readonly operation: string
  /** How the input differs from that of the operation. */
  readonly input: z.ZodObject
}

const projectRoot = z.string().exactOptional().describe('folder inside the repository')
const Root = z.looseObject({ projectRoot })
const results = z.looseObject({ total: z.int(), passed: z.int(), failed: z.int() })

export const ALIASES: Readonly<Record<string, Alias>> = {
  autopilot_start: {
    operation: 'start',
    input: z.looseObject({
      projectRoot,
      taskId: z.coerce.string().describe('a task document, or an id of the configured documents'),
    }),
  },
  autopilot_resume: { operation: 'next', input: Root },
  autopilot_next: { operation: 'next', input: Root },
  autopilot_status: { operation: 'status', input: Root },
  autopilot_complete_phase: {
    operation: 'complete',
    input: Root.extend({ testResults: results.exactOptional().describe('compared with what is measured') }),
  },
  autopilot_commit: { operation: 'commit', input: Root },
  autopilot_finalize: { operation: 'verify', input: Root },
  autopilot_abort: { operation: 'abort', input: Root },
}

/** Returns the input of the operation. Settings that are configured elsewhere here are left out. */
export function fromAlias(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { projectRoot: repo, taskId: task } = asked
  return { ...(repo === undefined ? {} : { repo }), ...(task === undefined ? {} : { task }) }
}

const Measured = z.looseObject({ passed: z.int(), failed: z.int(), errored: z.int(), loadErrors: z.int() })

/** Compares the numbers that an agent claims with the measured ones: a note for each difference. */
export function findFalseClaims(asked: Readonly<Record<string, unknown>>, json: object): readonly string[] {
  const claimed = results.safeParse(asked['testResults']).data
  const measured = Measured.safeParse('tests' in json ? json.tests : null).data
  if (claimed === undefined || measured === undefined) return []
  const { passed, failed, errored, loadErrors } = measured
  const real = { passed, failed: failed + errored + loadErrors }
  return (['passed', 'failed'] as const)
    .filter((key) => claimed[key] !== real[key])
    .map((key) => `You claimed ${key} ${claimed[key]}; measured were ${real[key]}.`)
}
