/** A prompt states each order once, and leaves it to its commands how the work is committed. */
import { expect, test } from 'vitest'
import type { Decision } from '../../src/core/model/finding.ts'
import type { Policy } from '../../src/core/model/policy.ts'
import { toComment } from '../../src/render/gate-report/comment.ts'
import { toPrompt } from '../../src/render/work-prompt.ts'
import { toNextJson } from '../../src/render/work-unit.ts'
import { aPlan, aSubtask } from '../core/rules/support.ts'
import { openPull } from '../core/story.ts'
import { report } from './sample.ts'

const ADDS = 'cart.test.ts > adds'
const plan = aPlan(aSubtask('42.1', { title: 'Add items' }))
const CONTEXT = {
  branch: 'cart',
  defaultBranch: 'main',
  uncommitted: [],
  testCommands: [],
  testConvention: null,
  nearbyTests: [],
  prompts: [],
  template: '{msg}',
}

function decide(commits: number, policy: Partial<Policy> = {}): Decision {
  const pull = openPull({ plan, policy })
  if (commits > 0) pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42.1' })
  if (commits > 1) pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' }, { task: '42.1' })
  return pull.decision()
}

const promptOf = (decision: Decision) => {
  const { next } = toNextJson({ decision, plan, driverFailures: [], notes: [], context: CONTEXT })
  return next === null ? '' : toPrompt({ ...next, commands: [] }, plan, [])
}
const countOf = (text: string, words: RegExp) => text.match(words)?.length ?? 0

test.each<[string, Decision, readonly RegExp[]]>([
  ['RED', decide(0), [/\bfail\b/g, /test files alone/g, /change nothing else|leave alone/gi]],
  ['GREEN', decide(1), [/\bleave\b/gi, /least production code|only what these tests demand/gi, /keep all other/gi]],
])('a prompt for %s states each order at most once', (_, decision, orders) => {
  const prompt = promptOf(decision)
  for (const order of orders) expect([order, countOf(prompt, order) <= 1, prompt]).toEqual([order, true, prompt])
})

test.each([
  ['RED', decide(0)],
  ['GREEN', decide(1)],
])('a prompt for %s without commands asks for no commit', (_, decision) => {
  expect(promptOf(decision)).not.toMatch(/commit/i)
})

test('a comment about a pull request as a whole asks for no commit', () => {
  const decision = decide(1, { sequence: 'pull-request' })
  expect(toComment(report({ decision })).replace(/<!--[\s\S]*?-->/g, '')).not.toContain('Commit with')
})

test.each([
  ['RED', decide(0), 'Commit with `Task: 42.1` and `Phase: red`, which `tdd-gate commit` adds.'],
  ['GREEN', decide(1), 'Commit with `Task: 42.1` and `Phase: green`, which `tdd-gate commit` adds.'],
])('a comment names the trailers of %s once', (_, decision, sentence) => {
  const visible = toComment(report({ decision })).replace(/<!--[\s\S]*?-->/g, '')
  expect(visible.split(sentence)).toHaveLength(2)
})
