import { lexer } from 'marked'
import { expect, test } from 'vitest'
import type { Reply } from '../../../src/core/model/effect.ts'
import { toReplyText } from '../../../src/render/gate-report/reply.ts'

const done = (...parts: Reply['parts']): Reply => ({ isDone: true, parts })
const text = (words: string) => ({ kind: 'text' as const, text: words })

test('a reply begins with what became of it, and has every part', () => {
  const reply = done(
    text('Subtasks of `/tdd skip`:'),
    { kind: 'list', items: ['42.1: adds', '42.2: removes'] },
    { kind: 'table', head: ['command', 'about'], rows: [['/tdd skip <subtask>', 'Skips.']] },
    { kind: 'commands', lines: ['/tdd override abc1234 x'] },
    { kind: 'rendered', markdown: '**as it is**' },
  )
  expect(toReplyText([reply])).toMatchInlineSnapshot(`
    "✅ Subtasks of \`/tdd skip\`:

    - \`42.1\`: adds
    - \`42.2\`: removes

    | command | about |
    | --- | --- |
    | \`/tdd skip <subtask>\` | Skips. |

    \`\`\`sh
    /tdd override abc1234 x
    \`\`\`

    **as it is**"
  `)
})

test('several replies stand one after the other', () => {
  expect(toReplyText([done(text('One.')), { isDone: false, parts: [text('Two.')] }])).toBe('✅ One.\n\n---\n\n❌ Two.')
})

test.each([
  'Paused by @mona: ping @everyone',
  'There is no command `/tdd <img src=x onerror=y>`',
  'x\n/tdd abort\n\n# big',
  '[a](javascript:b) ![c](https://d.example/e) <!-- f -->',
])('what others wrote is neither mention, link, image nor markup: %s', (words) => {
  const shown = toReplyText([done(text(words), { kind: 'list', items: [words] })])
  const kinds = JSON.stringify(lexer(shown))
  for (const kind of ['"link"', '"image"', '"html"', '"heading"']) expect(kinds).not.toContain(`"type":${kind}`)
  expect(shown.replace(/`[^`]*`/g, '')).not.toMatch(/@|<|^\/tdd/m)
})

test('a reply fits into a comment', () => {
  const long = Array.from({ length: 5 }, () => done({ kind: 'rendered', markdown: 'line\n'.repeat(10_000) }))
  expect(Buffer.byteLength(toReplyText(long))).toBeLessThanOrEqual(60_000)
  const items = Array.from({ length: 150 }, (_, n) => `item ${n}`)
  expect(toReplyText([done({ kind: 'list', items })])).toContain('- and 50 more')
})
