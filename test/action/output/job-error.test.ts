import { expect, test } from 'vitest'
import { toJobError } from '../../../src/action/output/job-error.ts'
import { BaseError, GateError } from '../../../src/core/model/errors.ts'
import type { Subject } from '../../../src/intake/subject.ts'

const SUBJECT: Subject = {
  event: 'pull_request',
  repository: { id: '1', name: 'acme/shop' },
  pullRequest: 7,
  base: { branch: 'main', sha: 'a'.repeat(40) },
  head: { branch: 'work', sha: 'b'.repeat(40), isFork: false },
  sequence: null,
}
const CLI = 'Start with another commit.'
type Code = GateError['code']

test.each<[Code, RegExp, RegExp]>([
  ['no-commits', /work.*main/, /[Cc]ommit/],
  ['no-merge-base', /work.*main/, /git rebase/],
  ['unknown-revision', /main/, /base/],
  ['too-many-commits', /seen/, /[Ss]plit/],
  ['limit-exceeded', /seen/, /[Ss]plit/],
])('%s is reworded for a job', (code, message, suggestion) => {
  const error = toJobError(new BaseError(code as 'no-commits', 'seen', CLI), SUBJECT)
  expect(error).toMatchObject({
    code,
    message: expect.stringMatching(message),
    suggestion: expect.objectContaining({ text: expect.stringMatching(suggestion) }),
  })
  expect((error as GateError).suggestion.text).not.toContain(CLI)
})

test('names of branches are in no command', () => {
  const evil = { ...SUBJECT, base: { ...SUBJECT.base, branch: '$(evil)' }, head: { ...SUBJECT.head, branch: '`evil`' } }
  for (const code of ['no-commits', 'no-merge-base', 'unknown-revision'] as const)
    expect((toJobError(new BaseError(code, 'seen', CLI), evil) as GateError).suggestion.text).not.toContain('evil')
})

test('what says nothing of a command line stays as it is', () => {
  const mentioned = new GateError(
    'limit-exceeded',
    'package.json is too large',
    'Make it smaller: tdd-gate verify --base x',
  )
  const others = [mentioned, new GateError('setup-failed', 'npm ci failed', 'npm ci'), new TypeError('x'), 'text', null]
  for (const error of others) expect(toJobError(error, SUBJECT)).toBe(error)
  const early = new GateError('bad-usage', 'no', 'mode: gate')
  expect(toJobError(early, null)).toBe(early)
})
