/** The schema of a branch's facts: the commits as git has them, and policy and plan as read from the base. */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { COVERAGE_METRICS } from '../core/model/coverage.ts'
import { rules } from '../core/rules/index.ts'
import { canonical } from '../core/util/canonical.ts'
import { type BranchFacts, MAX_BRANCH_CHANGES, MAX_BRANCH_CHARACTERS } from './branch.ts'
import {
  boundedText,
  type DeepReadonly,
  digest,
  exactly,
  failureKind,
  listOf,
  MAX_ENTRIES,
  type Same,
  sha,
} from './fields.ts'
import { MAX_DOCUMENTS } from './schema.ts'

/** The limit of `git/commit-log.ts` for a message. */
const MAX_MESSAGE = 65_536
const MAX_PARENTS = 1_000
const MAX_COUNT = 1_000_000

const blob = z.strictObject({ mode: z.string().regex(/^[0-7]{6}$/), id: sha }).nullable()

const change = z.strictObject({
  path: boundedText,
  class: z.enum(['test', 'harness', 'docs', 'production']),
  isStub: z.boolean().exactOptional(),
  isOutside: z.boolean().exactOptional(),
  isRead: z.boolean().exactOptional(),
  edit: z.enum(['layout', 'imports', 'removal', 'content', 'rename']).exactOptional(),
  from: boundedText.exactOptional(),
  exports: listOf(boundedText).exactOptional(),
  recognises: listOf(boundedText).exactOptional(),
  support: z.int().positive().exactOptional(),
  differs: listOf(
    z.strictObject({
      line: z.int().positive(),
      was: boundedText.exactOptional(),
      is: boundedText.exactOptional(),
      isWording: z.literal(true).exactOptional(),
    }),
  ).exactOptional(),
  before: blob,
  after: blob,
})

const commit = z.strictObject({
  sha,
  tree: sha,
  parents: listOf(sha, MAX_PARENTS),
  subject: boundedText,
  message: z.string().max(MAX_MESSAGE),
  trailers: listOf(z.tuple([boundedText, boundedText])),
  changes: listOf(change, MAX_BRANCH_CHANGES),
  merge: z
    .strictObject({ isClean: z.boolean(), isFromBase: z.boolean(), solved: listOf(boundedText).exactOptional() })
    .nullable(),
  doubles: listOf(
    z.strictObject({ path: boundedText, line: z.int().positive(), member: boundedText, of: boundedText }),
  ).exactOptional(),
  unnamed: listOf(boundedText).exactOptional(),
  reverts: sha.exactOptional(),
})

const percent = z.number().min(0).max(100)

const policy = z.strictObject({
  sequence: z.enum(['commits', 'pull-request']),
  rules: exactly(
    rules.map(({ code }) => code),
    z.enum(['off', 'warn', 'error']),
  ),
  red: z.strictObject({
    accept: listOf(failureKind),
    stubs: listOf(boundedText),
    maxNewTests: z.int().min(0).max(MAX_COUNT).nullable(),
  }),
  green: z.strictObject({ maxAttempts: z.int().min(0).max(MAX_COUNT) }),
  refactor: z.enum(['off', 'optional', 'required']),
  coverage: z.strictObject(
    Object.fromEntries([...COVERAGE_METRICS, 'patch' as const].map((metric) => [metric, percent.nullable()])) as Record<
      (typeof COVERAGE_METRICS)[number] | 'patch',
      z.ZodNullable<typeof percent>
    >,
  ),
  demandsCoverage: z.literal(true).exactOptional(),
})

const subtask = z.strictObject({
  id: boundedText,
  title: boundedText,
  description: boundedText,
  acceptance: listOf(boundedText),
  dependencies: listOf(boundedText),
  testStrategy: boundedText,
  cycle: z
    .strictObject({
      tests: z.int().min(0).max(MAX_COUNT).nullable(),
      names: listOf(boundedText),
      coverage: percent.nullable(),
    })
    .nullable(),
})

export const PlanFile = z.strictObject({
  id: boundedText,
  title: boundedText,
  tag: boundedText,
  description: boundedText,
  subtasks: listOf(subtask, MAX_ENTRIES),
})

export const BranchFile = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('tdd-gate/branch'),
  baseBranch: boundedText,
  base: sha,
  baseTree: sha,
  head: sha,
  sequence: z.enum(['commits', 'pull-request']),
  policy,
  policyDigest: digest,
  plan: PlanFile.nullable(),
  commits: listOf(commit, MAX_DOCUMENTS),
})

/** Does not compile unless type and schema agree. */
export type SchemaAgrees = Same<DeepReadonly<z.infer<typeof BranchFile>>, BranchFacts>

interface FittedBranch {
  /** Canonical JSON. */
  readonly text: string
  /** The sha256 of the text, 64 hexadecimal digits. */
  readonly digest: string
}

/**
 * Serialises the facts of a branch. @returns null where they exceed the limit of their reader: the branch cannot be
 * decided again later
 */
export function fitBranchToLimit(facts: BranchFacts): FittedBranch | null {
  const changes = facts.commits.reduce((sum, commit) => sum + commit.changes.length, 0)
  if (changes > MAX_BRANCH_CHANGES || !BranchFile.safeParse(facts).success) return null
  const text = canonical(facts)
  if (text.length > MAX_BRANCH_CHARACTERS) return null
  return { text, digest: createHash('sha256').update(text).digest('hex') }
}
