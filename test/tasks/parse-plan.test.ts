import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { taskSources } from '../../src/tasks/index.ts'
import { lintPlan, parseTask } from '../../src/tasks/parse-plan.ts'
import { getCpuMs } from '../support/cpu.ts'

const file = 'tasks/42.yml'
const read = (text: string, id: string | null = null) => parseTask(text, { id, file }).plan

function refusal(text: string, id: string | null = null): string {
  try {
    read(text, id)
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-plan') return error.message
    throw error
  }
  return 'accepted'
}

const DOCUMENT = `
id: 42
title: Shopping cart
tag: shop
description: Items and prices.
subtasks:
  - id: 1
    title: Add an item
    description: A cart holds items.
    acceptance: [An item is in the cart]
    testStrategy: Unit tests.
    cycle: { tests: 2, names: [adds, counts], coverage: 90 }
  - id: "42.2"
    title: Sum the prices
    dependencies: [1]
`

describe('our own document', () => {
  test('is read whole, ids get their prefix', () => {
    expect(read(DOCUMENT)).toEqual({
      id: '42',
      title: 'Shopping cart',
      tag: 'shop',
      description: 'Items and prices.',
      subtasks: [
        {
          id: '42.1',
          title: 'Add an item',
          description: 'A cart holds items.',
          acceptance: ['An item is in the cart'],
          dependencies: [],
          testStrategy: 'Unit tests.',
          cycle: { tests: 2, names: ['adds', 'counts'], coverage: 90 },
        },
        {
          id: '42.2',
          title: 'Sum the prices',
          description: '',
          acceptance: [],
          dependencies: ['42.1'],
          testStrategy: '',
          cycle: null,
        },
      ],
    })
  })

  test('a task may wait for other tasks', () => {
    const text = 'id: 8\ntitle: t\ndependencies: [7, a.b, 7]\nsubtasks:\n  - { id: 8.1, title: one }\n'
    expect(read(text).subtasks).toHaveLength(1)
    expect(parseTask(text, { id: null, file }).waitsFor).toEqual(['7', 'a.b'])
    expect(parseTask(DOCUMENT, { id: null, file }).waitsFor).toEqual([])
    expect(refusal('id: 8\ntitle: t\ndependencies: [8]')).toContain(
      `${file}:3:16 dependencies[0]: the task waits for itself`,
    )
  })

  test('may be JSON', () => {
    expect(read(JSON.stringify({ id: '7', title: 'x', subtasks: [{ id: '7.1', title: 'y' }] })).subtasks[0]?.id).toBe(
      '7.1',
    )
  })

  test('without subtasks it is one piece of work', () => {
    expect(read('id: 7\ntitle: Rename it\ndescription: All of it').subtasks).toEqual([
      {
        id: '7.1',
        title: 'Rename it',
        description: 'All of it',
        acceptance: [],
        dependencies: [],
        testStrategy: '',
        cycle: null,
      },
    ])
  })

  test('dependencies come first, the order of the document holds otherwise', () => {
    const ids = read(
      'id: 4\ntitle: t\nsubtasks:\n' +
        ['{ id: a, title: a, dependencies: [c] }', '{ id: b, title: b }', '{ id: c, title: c }', '{ id: d, title: d }']
          .map((line) => `  - ${line}\n`)
          .join(''),
    ).subtasks.map(({ id }) => id)
    expect(ids).toEqual(['4.b', '4.c', '4.a', '4.d'])
  })

  test('whatever depends on whatever before it, each subtask comes once and after what it needs', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(19), { maxLength: 3 }), { minLength: 1, maxLength: 20 }), (wishes) => {
        const subtasks = wishes.map((wish, index) => ({
          id: String(index),
          title: 't',
          dependencies: wish.filter((other) => other < index).map(String),
        }))
        const plan = read(JSON.stringify({ id: '1', title: 't', subtasks: subtasks.toReversed() }))
        const ids = plan.subtasks.map(({ id }) => id)
        expect(new Set(ids).size).toBe(subtasks.length)
        for (const { id, dependencies } of plan.subtasks) {
          for (const other of dependencies) expect(ids.indexOf(other)).toBeLessThan(ids.indexOf(id))
        }
      }),
    )
  })
})

describe('what contradicts itself is named with its place', () => {
  const head = 'id: 42\ntitle: t\nsubtasks:\n'
  test.each([
    ['', `${file}:1:1 is not a task document of a known format: document, taskmaster`],
    ['[1]', `${file}:1:1 is not a task document of a known format`],
    ['id: 42', `${file}:1:1 is not a task document of a known format`],
    ['id: 42\nsubtasks: []', `${file}:1:1 title is missing`],
    [`${head}  - { id: 1 }`, `${file}:4:5 subtasks[0].title is missing`],
    [`${head}  - { id: 1, titel: a }`, `${file}:4:14 unknown key \`subtasks[0].titel\`; did you mean \`title\`?`],
    [
      `${head}  - { id: 1, title: a }\n  - { id: "42.1", title: b }`,
      `${file}:5:11 subtasks[1].id: \`42.1\` is the id of two subtasks`,
    ],
    [
      `${head}  - { id: 1, title: a, dependencies: [9] }`,
      `${file}:4:39 subtasks[0].dependencies[0]: there is no subtask \`42.9\``,
    ],
    [
      `${head}  - { id: 1, title: a, dependencies: [2] }\n  - { id: 2, title: b, dependencies: [1] }`,
      `${file}:4:39 the dependencies form a cycle: 42.1 waits for 42.2 waits for 42.1`,
    ],
    [`${head}  - { id: 1, title: a, dependencies: [1] }`, 'cycle: 42.1 waits for 42.1'],
    [`${head}  - { id: "a b", title: a }`, `${file}:4:11 subtasks[0].id: expected letters, digits, dots and hyphens`],
    [`${head}  - { id: 1, title: a, cycle: { tests: 0 } }`, 'subtasks[0].cycle.tests: expected a whole number from 1'],
    [`${head}  - &x { id: 1, title: a }`, 'accepted'],
    [`${head}  - *x`, `${file}:4:5 `],
  ])('%j', (text, message) => {
    expect(refusal(text)).toContain(message)
  })

  test('another task than the one asked for', () => {
    expect(refusal(DOCUMENT, '41')).toContain(`${file}:2:5 id: this is task \`42\`, not \`41\``)
  })

  test.each([
    ['too large', 'x'.repeat(1_048_577)],
    ['nested too deeply', '['.repeat(1_000_000)],
    ['nested too deeply by blocks', '- '.repeat(500_000)],
    ['a bomb of aliases', 'a: &a [1]\nb: &b [*a,*a]\nc: [*b,*b]'],
    ['a prototype', '{"__proto__": {"tasks": []}}'],
  ])('hostile: %s', (_, text) => {
    expect(getCpuMs(() => expect(refusal(text)).not.toBe('accepted'))).toBeLessThan(5_000)
  })
})

test('a document without subtasks says that the task itself is one', () => {
  const plan = read('id: 7\ntitle: Tax\nsubtasks: []\n')
  expect(lintPlan(plan)).toEqual(['The plan has no subtasks: the whole task is subtask 7.1.'])
})

test('a plan longer than people finish is worth a warning', () => {
  const plan = (count: number) =>
    read(
      JSON.stringify({ id: '1', title: 't', subtasks: Array.from({ length: count }, (_, id) => ({ id, title: 't' })) }),
    )
  expect(lintPlan(plan(18))).toEqual([])
  expect(lintPlan(plan(19))).toEqual(['19 subtasks: plans of more than 18 are rarely finished; split the task'])
})

test('every source says what it is', () => {
  for (const [name, source] of Object.entries(taskSources)) {
    expect(name).toMatch(/^[a-z-]+$/)
    expect(source.about).toMatch(/\.$/)
  }
})

test('ids are texts, whatever YAML takes them for: 42.10 is not 42.1', () => {
  const plan = read(
    'id: 42\ntitle: Shop\nsubtasks:\n  - { id: 42.1, title: One }\n  - { id: 42.10, title: Ten, dependencies: [42.1] }\n',
  )
  expect(plan.subtasks.map(({ id, dependencies }) => [id, dependencies])).toEqual([
    ['42.1', []],
    ['42.10', ['42.1']],
  ])
  const json = read('{ "id": 42, "title": "Shop", "subtasks": [{ "id": 42.10, "title": "Ten" }] }')
  expect(json.subtasks[0]?.id).toBe('42.10')
})
