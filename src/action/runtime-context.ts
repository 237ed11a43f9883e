/** Reads what the runner provides besides inputs: the event, the run, the servers. */
import { readFile, stat } from 'node:fs/promises'
import { badJob } from '../core/errors/action.ts'
import type { RunOrigin } from '../evidence/document.ts'
import { getSubject } from '../intake/github-event.ts'
import type { Subject } from '../intake/subject.ts'
import { actionTexts } from './texts.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** GitHub drops larger webhook payloads: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
const MAX_EVENT_BYTES = 26_214_400
const DIGITS = /^[1-9]\d{0,19}$/

/**
 * Reads the subject of the job.
 * @throws GateError `bad-event`, `unsupported-event`
 */
export async function readSubject(env: Variables): Promise<Subject> {
  const path = env['GITHUB_EVENT_PATH'] ?? ''
  const payload = await readPayload(path).catch((cause: Error) => {
    throw badJob(actionTexts.eventNotRead(path, cause.message.slice(0, 200)), cause)
  })
  return getSubject(env['GITHUB_EVENT_NAME'] ?? '', payload, env)
}

async function readPayload(path: string): Promise<unknown> {
  const { size } = await stat(path)
  if (size > MAX_EVENT_BYTES) throw new Error(actionTexts.eventTooLarge(MAX_EVENT_BYTES))
  return JSON.parse(await readFile(path, 'utf8'))
}

/**
 * Reads the workflow run of this step.
 * @throws GateError `bad-event`
 */
export function getOrigin(env: Variables, { event, head }: Subject): RunOrigin {
  const [id = '', attempt = ''] = [env['GITHUB_RUN_ID'], env['GITHUB_RUN_ATTEMPT']]
  if (!DIGITS.test(id) || !DIGITS.test(attempt)) throw badJob(actionTexts.noRun)
  return { id, attempt: Number(attempt), event, head: head.sha }
}

export interface Servers {
  readonly serverUrl: string
  readonly apiUrl: string
}

export function getServers(env: Variables): Servers {
  return {
    serverUrl: (env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/+$/, ''),
    apiUrl: (env['GITHUB_API_URL'] ?? 'https://api.github.com').replace(/\/+$/, ''),
  }
}
