import { expect, test } from 'vitest'
import { getMark, markSign } from './commit-mark.ts'
import { openShown } from './page-world.ts'
import { phaseChip } from './phase-chip.ts'

const getState = (sha: string, verdict: string) =>
  `For programs:\n\n\`\`\`json\n${JSON.stringify({ commits: [{ sha, verdict }] })}\n\`\`\`\n`

test('a commit whose required check fails is marked as refused', async () => {
  const { shop, refused } = await openShown()
  expect(getMark(shop, 'main', refused)).toBe('refused')
  expect(String(markSign('refused').html)).toContain('✗')
})

test.each([
  ['attempt', 'attempt'],
  ['accepted', ''],
])('a commit that the gate calls %s is marked as %j', async (verdict, mark) => {
  const { shop } = await openShown()
  const run = shop.checkRuns.find(({ conclusion }) => conclusion === 'action_required')
  if (run === undefined) throw new Error('the check is missing')
  shop.checkRuns.push({ ...run, output: { ...run.output, text: getState(run.sha, verdict) } })
  expect(getMark(shop, 'main', run.sha)).toBe(mark)
})

test.each(['```json\n{\n```\n', '```json\nnull\n```\n', '```json\n{"commits":[{}]}\n```\n'])(
  'a check that says %j marks nothing',
  async (text) => {
    const { shop } = await openShown()
    const run = shop.checkRuns.find(({ conclusion }) => conclusion === 'action_required')
    if (run === undefined) throw new Error('the check is missing')
    shop.checkRuns.push({ ...run, output: { ...run.output, text } })
    expect(getMark(shop, 'main', run.sha)).toBe('')
  },
)

test.each(['refused', 'attempt'] as const)('the chip of a commit that was %s says so, wherever it is shown', (mark) => {
  const commit = { phase: 'green', task: '1.2', isMerge: false }
  expect(phaseChip(commit, mark).html).toContain(`class="chip ${mark}"`)
  expect(phaseChip(commit, mark).html).toContain(` ${mark}</span>`)
  expect(phaseChip(commit, '').html).not.toContain('mark')
})
