/** Lists tools under the names and inputs that agents know from Task Master: each one is another name of an operation. */
import * as z from 'zod'
import { checkTotal, claimsSchema, withClaims } from '../operations/claims.ts'
import type { Definition } from '../operations/operation.ts'
import { refuseElsewhere } from '../operations/task-master/keys.ts'

interface Alias {
  readonly operation: string
  /** How the input differs from that of the operation. */
  readonly input: z.ZodObject
}

const projectRoot = z.string().exactOptional().describe('folder inside the repository')
const Root = z.looseObject({ projectRoot })
const Results = Root.extend({ testResults: claimsSchema.exactOptional().describe('compared with what is measured') })
const count = z.int().min(0).exactOptional()
const Unit = Root.extend({
  result: z
    .looseObject({ testsPassed: count, testsFailed: count })
    .exactOptional()
    .describe('compared with what is measured'),
})

export const ALIASES: Readonly<Record<string, Alias>> = {
  autopilot_start: {
    operation: 'start',
    input: Root.extend({
      taskId: z.coerce.string().describe('a task document, or an id of the configured documents'),
      tag: z.string().exactOptional().describe('the tag of the task, where several have this id'),
      dryRun: z.boolean().exactOptional().describe('show the plan, and write nothing'),
    }),
  },
  autopilot_resume: { operation: 'next', input: Root },
  autopilot_next: { operation: 'next', input: Root },
  autopilot_status: { operation: 'status', input: Root },
  autopilot_complete_phase: { operation: 'complete', input: Results },
  autopilot_commit: {
    operation: 'commit',
    input: Root.extend({ customMessage: z.string().exactOptional().describe('the subject') }),
  },
  autopilot_finalize: { operation: 'verify', input: Root },
  autopilot_abort: { operation: 'abort', input: Root },
  autopilot_next_work_unit: { operation: 'next', input: Root },
  autopilot_complete_work_unit: { operation: 'complete', input: Unit },
  autopilot_get_state: { operation: 'status', input: Root },
  autopilot_pause: { operation: 'pause', input: Root },
}

/** Key of an alias -> key of the operation. Settings that are configured elsewhere here are left out. */
const KEYS = { projectRoot: 'repo', dryRun: 'dryRun', customMessage: 'message' } as const

/**
 * Returns the input of the operation.
 * @throws GateError `bad-usage` for what nothing does here
 */
export function fromAlias(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { taskId, tag, force, files } = input
  const task = taskId === undefined ? undefined : [tag, taskId].filter((word) => word !== undefined).join(':')
  const options = [...(force === true ? ['--force'] : []), ...(files === undefined ? [] : ['--files'])]
  if (options.length > 0) refuseElsewhere([...(task === undefined ? [] : [task]), ...options])
  const known = Object.entries(KEYS).flatMap(([key, own]) => (input[key] === undefined ? [] : [[own, input[key]]]))
  return { ...Object.fromEntries(known), ...(task === undefined ? {} : { task }) }
}

/** @throws GateError `bad-usage` where the claimed numbers contradict each other */
export function comparing(definition: Definition, input: Readonly<Record<string, unknown>>): Definition {
  const { testsPassed: passed, testsFailed: failed } = Unit.safeParse(input).data?.result ?? {}
  const counts = { ...(passed === undefined ? {} : { passed }), ...(failed === undefined ? {} : { failed }) }
  const claims =
    claimsSchema.safeParse(input['testResults']).data ?? (Object.keys(counts).length === 0 ? undefined : counts)
  if (claims === undefined) return definition
  checkTotal(claims)
  return withClaims(definition, claims)
}
