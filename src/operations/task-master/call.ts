/** Calls an operation as agents know it from Task Master: with their words, and with an answer in their keys. */
import * as z from 'zod'
import { badUsage } from '../../core/errors/usage.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import type { Definition, Operation, OperationAnswer } from '../operation.ts'
import { findAcceptedTree } from '../runs/refusal.ts'
import type { Hooks } from '../verify/progress.ts'
import { toKnownAnswer } from './keys.ts'
import type { AroundAnswer } from './step-keys.ts'

/** Returns the operation with its answer in the keys that agents know. */
export function withKnownKeys(name: string, definition: Definition): Definition {
  return {
    ...definition,
    output: z.looseObject({ schemaVersion: z.literal(1) }),
    run: async (input, hooks) => {
      const answer = await definition.run(input, hooks)
      const known = toKnownAnswer(name, answer.json, await readAround(name, answer, hooks))
      return known === null ? answer : { ...answer, json: known }
    },
  }
}

async function readAround(name: string, { json, run }: OperationAnswer, { repository }: Hooks): Promise<AroundAnswer> {
  const now = new Date().toISOString()
  const about = run && { ...run.identity, commits: run.facts?.decision.commits.length ?? null }
  const rest = { run: about ?? null, top: repository?.top ?? null, now }
  if (repository === undefined) return { ...rest, branch: null, accepted: null, message: '' }
  const commit = name === 'commit' && 'commit' in json && typeof json.commit === 'string' ? json.commit : null
  const [branch, accepted, message] = await Promise.all([
    getCurrentBranch(repository),
    name === 'next' || name === 'status' ? findAcceptedTree(repository) : null,
    commit === null ? '' : repository.git(['log', '-1', '--format=%B', commit]).then((text) => text.toString().trim()),
  ])
  return { ...rest, branch, accepted, message }
}

/** Returns the operation with a note that names what the caller said, and nothing read. */
export function withUnread(definition: Definition, unread: readonly string[]): Definition {
  if (unread.length === 0) return definition
  const note = `Measured, not read: ${unread.join(', ')}`
  return {
    ...definition,
    run: async (input, hooks) => {
      const answer = await definition.run(input, hooks)
      const { notes = [] } = answer.json as { readonly notes?: readonly string[] }
      const toText: OperationAnswer['toText'] = (page) => `note: ${note}\n${answer.toText(page)}`
      return { ...answer, json: { ...answer.json, notes: [...notes, note] }, toText }
    },
  }
}

/**
 * Reads the input of an operation.
 * @throws GateError `bad-usage`
 */
export function toOwnInput(
  { name }: Pick<Operation, 'name'>,
  { input }: Pick<Definition, 'input'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { data, error } = input.safeParse(given)
  const [issue] = error?.issues ?? []
  if (data !== undefined) return data
  const place = issue?.path.join('.') ?? ''
  throw badUsage(`${place === '' ? '' : `\`${place}\`: `}${issue?.message}.`, `${name} --help`)
}
