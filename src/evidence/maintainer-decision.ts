/** Reads a maintainer's decision from its canonical JSON. */
import * as z from 'zod'
import type { MaintainerDecision } from '../core/model/maintainer-decision.ts'
import { canonical } from '../core/util/canonical.ts'
import { sha } from './fields.ts'

const MAX_TEXT = 65_535
const MAX_WORDS = 10_000

const Decision = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.enum(['pause', 'resume', 'skip', 'red', 'revert', 'override', 'abort', 'attempt']),
  pullRequest: z.int().positive(),
  head: sha,
  baseBranch: z.string().max(MAX_WORDS).exactOptional(),
  excuses: z.strictObject({ rule: z.string().max(100), commit: sha }).exactOptional(),
  subtask: z.string().max(MAX_WORDS).nullable(),
  reason: z.string().max(MAX_WORDS),
  by: z.strictObject({ login: z.string().max(100), id: z.string().max(30), isBot: z.boolean() }),
  at: z.string().max(40),
  commentId: z.string().max(40),
  where: z.string().max(MAX_WORDS).exactOptional(),
})

/** Returns null for any other text. */
export function readDecisionText(text: string): MaintainerDecision | null {
  if (text.length > MAX_TEXT) return null
  try {
    const read = Decision.safeParse(JSON.parse(text))
    return read.success && canonical(read.data) === text ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
