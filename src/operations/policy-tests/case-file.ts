/** Reads policy tests: branches that a maintainer tells, and what the gate must say of them. */
import * as z from 'zod'
import { section, textField } from '../../config/fields.ts'
import type { Complaint } from '../../config/mistakes.ts'
import { readBySchema } from '../../config/read-file.ts'
import { FAILURE_KINDS } from '../../core/model/test-run.ts'
import { rules } from '../../core/rules/index.ts'
import { didYouMean } from '../../core/util/nearest.ts'

const MAX_CASES = 200
const MAX_COMMITS = 100
const MAX_CHANGES = 1_000
const MAX_TEXT = 1_000
const text = textField(MAX_TEXT)

/** `failed` is short for the failure of an assertion. */
const tests = z.record(text, z.enum(['passed', 'skipped', 'gone', 'failed', ...FAILURE_KINDS])).default({})
const codes = z.array(text).max(rules.length)

const change = z.union(
  [
    text,
    section({
      path: text,
      class: z.enum(['test', 'harness', 'docs', 'production']).exactOptional(),
      removed: z.boolean().default(false),
    }),
  ],
  'expected a path or a mapping',
)

const commit = section({
  subject: text.exactOptional(),
  phase: text.exactOptional(),
  task: z.union([text, z.number()]).exactOptional(),
  changes: z.array(change).min(1).max(MAX_CHANGES),
  tests,
  verdict: z.enum(['accepted', 'attempt', 'rejected', 'unmeasured']).default('accepted'),
  rules: codes.default([]),
  warnings: codes.exactOptional(),
})

const CaseFile = section({
  cases: z
    .array(
      section({
        name: text,
        base: tests,
        commits: z.array(commit).min(1).max(MAX_COMMITS),
        conclusion: z.enum(['success', 'failure', 'in_progress', 'unmeasurable']).exactOptional(),
      }),
    )
    .min(1)
    .max(MAX_CASES),
})

export type PolicyCase = z.infer<typeof CaseFile>['cases'][number]
export type CaseCommit = PolicyCase['commits'][number]

const KNOWN = rules.map(({ code }) => code)

/** @throws GateError `bad-config`: one line for each mistake, `file:line:column message` */
export function readCases(content: string, file: string): readonly PolicyCase[] {
  const schema = { schema: CaseFile, contradictions: unknownRules, describedIn: 'docs/how-to/policy-tests.md' }
  return readBySchema(content, file, schema).cases
}

function unknownRules({ cases }: z.infer<typeof CaseFile>): readonly Complaint[] {
  return cases.flatMap(({ commits }, c) =>
    commits.flatMap((one, n) =>
      (['rules', 'warnings'] as const).flatMap((key) =>
        (one[key] ?? []).flatMap((code, at): readonly Complaint[] =>
          KNOWN.includes(code)
            ? []
            : [
                {
                  path: ['cases', c, 'commits', n, key, at],
                  part: 'value',
                  message: `unknown rule \`${code}\`${didYouMean(code, KNOWN)}`,
                },
              ],
        ),
      ),
    ),
  )
}
