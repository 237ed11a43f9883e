/** GitHub's own description of its webhooks, as a judge of payloads and a source of complete ones. */
import { readFileSync } from 'node:fs'
import { type Components, openSchemas, type Schema, toJsonSchema } from './json-schema.ts'

const ID = 'webhooks'
const FILE = new URL('../fixtures/github/webhooks.json', import.meta.url)
const description = toJsonSchema(ID, JSON.parse(readFileSync(FILE, 'utf8'))) as {
  readonly payloads: Readonly<Record<string, Schema>>
  readonly components: Components
}
const { fill, validate } = openSchemas(ID, description.components)

/** `check-run-completed`, `push`: every one that is described. */
export const DESCRIBED_WEBHOOKS: readonly string[] = Object.keys(description.payloads)

/** GitHub's deviations from its description: bots have brackets in their address, and Apps subscribe to more. */
const KNOWN_GAP =
  /\/(author|committer)\/email must match format "email"$|\/app\/events\/\d+ must be equal to one of the allowed values$/

/** Describes what is wrong with a payload. */
export function checkWebhook(name: string, payload: unknown): string[] {
  const schema = description.payloads[name]
  if (schema === undefined) return [`GitHub describes no webhook ${name}`]
  const problems = validate(schema, payload).filter((problem) => !KNOWN_GAP.test(problem))
  return problems.map((problem) => `webhook ${name} ${problem}`)
}

/** The payload with every required part that is missing, as plain as the description allows. */
export function completeWebhook(name: string, part: object): object {
  const schema = description.payloads[name]
  return schema === undefined ? part : (fill(schema, part) as object)
}
