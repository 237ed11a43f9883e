import { describe, expect, test } from 'vitest'
import { parseTask } from '../../src/tasks/parse-plan.ts'

const DOCUMENT = JSON.stringify({ id: 1, title: 'Prices', subtasks: [{ id: 1, title: 'adds' }] })
const MARKDOWN = '# 7 Prices\n\n- [ ] adds\n'
const CONFLICT = '<<<<<<< HEAD\n  "title": "Ours",\n=======\n  "title": "Theirs",\n>>>>>>> other\n'
const read = (text: string | Buffer, file = 'task.json') => parseTask(text.toString(), { id: null, file })
const titles = (...call: Parameters<typeof read>) => read(...call).plan.subtasks.map(({ title }) => title)

describe('work that is nested too deeply is named', () => {
  const inner = { id: 2, title: 'parent', subtasks: [{ id: 1, title: 'deep' }] }
  const cycle = { test_count: 1, test_cases: ['a'], implementation_scope: 'a.ts', expected_coverage: '>=85%' }
  const impl = { id: 'IMPL-1', title: 'Prices', meta: { tdd_workflow: true } }

  test.each<[source: string, content: unknown, place: string]>([
    ['TaskMaster', { tasks: [{ id: 1, title: 'T', subtasks: [inner] }] }, 'tasks[0].subtasks[0].subtasks[0]'],
    [
      'TaskMaster with tags',
      { main: { tasks: [{ id: 1, title: 'T', subtasks: [inner] }] } },
      'main.tasks[0].subtasks[0].subtasks[0]',
    ],
    [
      'children in TaskMaster',
      { tasks: [{ id: 1, title: 'T', children: [{ title: 'deep' }] }] },
      'tasks[0].children[0]',
    ],
    ['a document', { id: 1, title: 'T', subtasks: [inner] }, 'subtasks[0].subtasks'],
    ['a TDD task', { ...impl, subtasks: [{ id: 'IMPL-1.1', title: 'deep' }] }, 'subtasks[0]'],
    [
      'a cycle',
      { ...impl, context: { tdd_cycles: [{ ...cycle, cycles: [{ feature: 'deep' }] }] } },
      'context.tdd_cycles[0].cycles[0]',
    ],
  ])('%s', (_, content, place) => {
    expect(() => read(JSON.stringify(content))).toThrow(place)
  })

  test('ids of other documents are no nested work', () => {
    const content = {
      tasks: [{ id: 1, title: 'T', children: ['2', 3], subtasks: [{ id: 1, title: 'a', subtasks: [] }] }],
    }
    expect(titles(JSON.stringify(content))).toEqual(['a'])
  })

  test('a box of Markdown below an item without a box is warned of', () => {
    const { plan, warnings } = read('# 7 Prices\n\n- [ ] adds\n- later\n  - [ ] counts\n', 'task.md')
    expect([plan.subtasks.map(({ title }) => title), warnings]).toEqual([
      ['adds'],
      [expect.stringContaining('`counts`')],
    ])
  })
})

describe('what is no document yet is named as what it is', () => {
  test.each([
    ['a conflict in JSON', `{ "id": 1,\n${CONFLICT}}`, 'task.json:2:1 has the marks of an unresolved merge'],
    ['a conflict in YAML', `id: 1\r\n${CONFLICT.replaceAll('\n', '\r\n')}`, 'task.json:2:1 has the marks'],
    ['UTF-16, little endian', Buffer.from(`\ufeff${DOCUMENT}`, 'utf16le'), 'task.json:1:1 is text in UTF-16'],
    ['UTF-16, big endian', Buffer.from(`\ufeff${DOCUMENT}`, 'utf16le').swap16(), 'is text in UTF-16'],
    ['UTF-16 without a mark', Buffer.from(DOCUMENT, 'utf16le'), 'is text in UTF-16'],
    ['UTF-16 without a mark, big endian', Buffer.from(DOCUMENT, 'utf16le').swap16(), 'is text in UTF-16'],
    [
      'a pointer of Git LFS',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 5\n`,
      'is a pointer of Git LFS',
    ],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  test.each([
    ['a conflict', `${MARKDOWN}${CONFLICT}`, 'task.md:4:1 has the marks of an unresolved merge'],
    ['UTF-16', Buffer.from(`\ufeff${MARKDOWN}`, 'utf16le'), 'task.md:1:1 is text in UTF-16'],
  ])('%s in Markdown', (_, text, message) => {
    expect(() => read(text, 'task.md')).toThrow(message)
  })

  test('a conflict that Markdown shows as code is text', () => {
    expect(titles(`${MARKDOWN}\n\`\`\`\n${CONFLICT}\`\`\`\n`, 'task.md')).toEqual(['adds'])
  })

  test('a mark of UTF-8 is no part of a document', () => {
    expect(titles(`\ufeff${DOCUMENT}`)).toEqual(['adds'])
    expect(read(`\ufeff${MARKDOWN}`, 'task.md').plan).toMatchObject({ id: '7', title: 'Prices' })
  })

  test('many beginnings of a conflict take no time', () => {
    const before = performance.now()
    read(MARKDOWN + '<<<<<<<\n'.repeat(100_000) + '```\n~~~~\n'.repeat(50_000), 'task.md')
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
