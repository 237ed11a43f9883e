import { describe, expect, test } from 'vitest'
import { parseTask } from '../../src/tasks/parse-plan.ts'
import { writeStatuses } from '../../src/tasks/write-statuses.ts'

const TEXT = `# Prices

Prices of the shop.

- [x] Halves
- [ ] Thirds
- [ ] Fourths (after 1)

\`\`\`md
- [ ] Thirds
\`\`\`
`

describe('a Markdown file with a checklist', () => {
  test.each([
    ['tasks/42-prices.md', TEXT, '42', 'Prices'],
    ['prices.md', TEXT.replace('# Prices', '# Task #7: Prices'), '7', 'Prices'],
    ['prices.markdown', TEXT.replace('# Prices', '# 8. Prices'), '8', 'Prices'],
    ['prices.md', TEXT, '1', 'Prices'],
    ['notes/42.md', '- [ ] Thirds\n', '42', '42'],
  ])('%s is read as an issue is', (file, text, id, title) => {
    const { plan } = parseTask(text, { id: null, file })
    expect(plan).toMatchObject({ id, title })
    expect(plan.subtasks).toContainEqual(expect.objectContaining({ title: 'Thirds' }))
  })

  test('ticked items are left out', () => {
    const { plan, leftOut } = parseTask(TEXT, { id: '42', file: '42.md' })
    expect(leftOut).toEqual(['42.1: Halves'])
    expect(plan.subtasks.map(({ id }) => id)).toEqual(['42.2', '42.3'])
  })

  test.each([
    ['43', TEXT, 'no task `43`'],
    [null, TEXT.replaceAll('[ ]', '[x]'), 'every item of its checklist is ticked'],
  ])('task %s of it is refused with a reason', (id, text, why) => {
    expect(() => parseTask(text, { id, file: '42.md' })).toThrow(why)
  })

  test('what is proved is ticked on request, and every other byte stays', () => {
    const files = [{ path: '42.md', text: TEXT }]
    const states = new Map([['42.2', 'done'] as const, ['42.3', 'started'] as const])
    expect(writeStatuses(files, { id: 'master:42', file: '42.md' }, states)).toEqual([
      { path: '42.md', text: TEXT.replace('- [ ] Thirds', '- [x] Thirds') },
    ])
  })
})
