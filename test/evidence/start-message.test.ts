import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getStart } from '../../src/core/task/start.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import { readStartMessage } from '../../src/evidence/start-message.ts'
import { toPlan } from '../../src/tasks/issue-to-plan.ts'

const base = { branch: 'main', sha: 'b'.repeat(40), tree: 't'.repeat(40) }
const getMessage = (plan: ReturnType<typeof toPlan>) =>
  getStart({ plan, issue: 42, base, policyDigest: '', planDigest: toDigest(plan), branchPattern: '{tag}/task-{id}' })
    .message
const plan = toPlan({ number: 42, title: 'Sums', body: '- [ ] Adds\n- [ ] Divides' }, [])

test('the plan that a start commit carries is read back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (title, body) => {
      const wild = toPlan({ number: 42, title: `a${title}`, body: `- [ ] x${body}` }, [])
      expect(readStartMessage(getMessage(wild))).toEqual(wild)
    }),
  )
})

test.each([
  ['of another commit', 'feat: more'],
  ['whose plan was edited', getMessage(plan).replace('Divides', 'Nothing')],
  ['without a digest', getMessage(plan).replace(/Plan: .*/, '')],
  ['whose JSON is cut off', getMessage(plan).replace('}\n```', '\n```')],
  ['whose plan is of another shape', getMessage(plan).replace('"subtasks":[', '"more":1,"subtasks":[')],
])('a message %s carries none', (_, message) => {
  expect(readStartMessage(message)).toBeNull()
})

test('a message lowers no threshold, because any author can write it', () => {
  const [subtask] = plan.subtasks
  const low = { ...plan, subtasks: [{ ...subtask!, cycle: { tests: 2, names: [], coverage: 1 } }] }
  expect(readStartMessage(getMessage(low))?.subtasks[0]?.cycle).toEqual({ tests: 2, names: [], coverage: null })
})
