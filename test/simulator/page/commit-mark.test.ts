import { expect, test } from 'vitest'
import { getMark, markSign } from './commit-mark.ts'
import { openShown } from './page-world.ts'
import { phaseChip } from './phase-chip.ts'

const getState = (sha: string, verdict: string) =>
  `For programs:\n\n\`\`\`json\n${JSON.stringify({ commits: [{ sha, verdict }] })}\n\`\`\`\n`

test('a commit is marked as the checks and the gate say, and a check that is no state marks nothing', async () => {
  const { shop, refused } = await openShown()
  expect(getMark(shop, 'main', refused)).toBe('refused')
  expect(String(markSign('refused').html)).toContain('✗')
  const run = shop.checkRuns.find(({ conclusion }) => conclusion === 'action_required')
  if (run === undefined) throw new Error('the check is missing')
  const cases = [
    [getState(run.sha, 'attempt'), 'attempt'],
    [getState(run.sha, 'accepted'), ''],
    ['```json\n{\n```\n', ''],
    ['```json\nnull\n```\n', ''],
    ['```json\n{"commits":[{}]}\n```\n', ''],
  ] as const
  for (const [text, mark] of cases) {
    shop.checkRuns.push({ ...run, output: { ...run.output, text } })
    expect(getMark(shop, 'main', run.sha), text).toBe(mark)
    shop.checkRuns.pop()
  }
})

test.each(['refused', 'attempt'] as const)('the chip of a commit that was %s says so, wherever it is shown', (mark) => {
  const commit = { phase: 'green', task: '1.2', isMerge: false }
  expect(phaseChip(commit, mark).html).toContain(`class="chip ${mark}"`)
  expect(phaseChip(commit, mark).html).toContain(` ${mark}</span>`)
  expect(phaseChip(commit, '').html).not.toContain('mark')
})
