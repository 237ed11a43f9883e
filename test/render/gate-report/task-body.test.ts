import { describe, expect, test } from 'vitest'
import { toTaskBody } from '../../../src/render/gate-report/task-body.ts'
import { toPlan } from '../../../src/tasks/issue-to-plan.ts'

const plan = toPlan(
  { number: 42, title: 'Sums', body: 'Ask @ada.\n\n- [ ] Adds\n  - is exact\n- [ ] Divides (after 1)' },
  [],
)
const body = (change: object = {}) =>
  toTaskBody({ plan, issue: 42, planDigest: 'ab12', hint: '<!-- tdd-gate:start -->', subtasks: [], ...change })

test('a checklist with what each subtask must show, after the hidden hint', () => {
  expect(body().split('\n')[0]).toBe('<!-- tdd-gate:start -->')
  expect(body()).toContain('- [ ] `42.1` Adds\n  - is exact\n- [ ] `42.2` Divides (after `42.1`)')
  expect(body()).toContain('Closes #42')
})

test('the template of the project stands below the line, with the names of the task as text', () => {
  const template = '## Review of {title}\r\n\n- [ ] read, for #{issue} ({id}, {tag})\n'
  const odd = { ...plan, title: '<b>Sums</b>' }
  const text = body({ plan: odd, template })
  expect(text.split('<!-- tdd-gate:end -->')[1]).toBe(
    '\n\n## Review of `<b>Sums</b>`\n\n- [ ] read, for #42 (42, master)',
  )
  expect(body({ plan: odd, shown: text })).toBe(text)
})

test('the checklist follows the truth: what is done, and no more, because each edit starts the workflow once more', () => {
  const state = { id: '42.1', title: 'Adds', status: 'done' as const, attempts: 1, drivers: [] }
  const second = { ...state, id: '42.2' }
  const after = body({ subtasks: [state, { ...second, status: 'red' }] })
  expect(after).toMatch(/- \[x\] `42\.1` Adds\n[\s\S]*- \[ \] `42\.2` Divides/)
  expect(after).toBe(body({ subtasks: [state, { ...second, status: 'green' }] }))
  expect(after).toBe(body({ subtasks: [state, { ...second, status: 'pending' }] }))
})

test('a paragraph is one line: GitHub shows every line break of a text', () => {
  const paragraphs = body()
    .split('\n\n')
    .filter((text) => /^[A-Z]/.test(text))
  expect(paragraphs).toHaveLength(2)
  for (const paragraph of paragraphs) expect(paragraph.trimEnd()).not.toContain('\n')
})

describe('the metadata of the task, hidden for programs', () => {
  const stateIn = (text: string) => JSON.parse(/\n<!-- tdd-gate:state (.*) -->\n/.exec(text)?.[1] ?? '')

  test('names the task, its issue, the digest of its plan and its subtasks', () => {
    expect(stateIn(body({ planDigest: 'ab12' }))).toEqual({
      schemaVersion: 1,
      task: { id: '42', title: 'Sums', tag: plan.tag },
      issue: 42,
      planDigest: 'ab12',
      subtasks: [
        { id: '42.1', title: 'Adds', dependencies: [] },
        { id: '42.2', title: 'Divides', dependencies: ['42.1'] },
      ],
    })
  })

  test('nothing in it ends the comment, or the part of the App', () => {
    const evil = { ...plan, title: '--> <!-- tdd-gate:end -->', tag: '@octocat #1' }
    expect(stateIn(body({ plan: evil })).task).toMatchObject({ title: evil.title, tag: evil.tag })
    expect(body({ plan: evil }).match(/<!-- tdd-gate:end -->/g)).toHaveLength(1)
  })

  test('of a huge plan counts the subtasks that are left out', () => {
    const subtasks = Array.from({ length: 900 }, (_, n) => ({
      ...plan.subtasks[0]!,
      id: `42.${n}`,
      title: 'ü'.repeat(500),
    }))
    const state = stateIn(body({ plan: { ...plan, subtasks } }))
    expect(state.subtasks.length + state.moreSubtasks).toBe(900)
  })
})

test('the text of a plan mentions no account', () => {
  expect(body()).toContain('`@ada`')
})

test('it stays within what GitHub takes', () => {
  const title = 'ü'.repeat(500)
  const subtasks = Array.from({ length: 400 }, (_, n) => ({
    ...plan.subtasks[0],
    id: `42.${n}`,
    title,
    acceptance: Array.from({ length: 50 }, () => title),
  }))
  expect(Buffer.byteLength(body({ plan: { ...plan, subtasks } }))).toBeLessThan(65_000)
})

describe('what people write below the line', () => {
  const words = 'Why: carts.\n\n- [x] `42.1` Adds\n<!-- x -->'
  const shown = `${body()}\n\n${words}\n`

  test('stays, whatever becomes of the rest', () => {
    expect(body({ shown })).toBe(`${body()}\n\n${words}`)
    const edited = shown.replace('`42.2` Divides', '`42.2` Divides, or not').replaceAll('\n', '\r\n')
    expect(body({ shown: edited })).toBe(`${body()}\n\n${words}`)
    expect(body({ shown: body({ shown }) })).toBe(body({ shown }))
    expect(body()).toMatch(/below this line/)
  })

  test('proves nothing: no tick is taken from there', () => {
    expect(body({ shown, subtasks: null })).toContain('- [ ] `42.1` Adds\n  - is exact')
  })

  test('is all of a description that was never ours', () => {
    expect(body({ shown: words })).toBe(`${body()}\n\n${words}`)
    expect(body({ shown: words, subtasks: null })).toContain('- [ ] `42.1` Adds\n  - is exact')
  })

  test('is not kept where only one marker is left, because the owner of the text is unknown', () => {
    expect(body({ shown: shown.replace(/<!-- tdd-gate:end -->/, '') })).toBe(body())
    expect(body({ shown: shown.replace('<!-- tdd-gate:start -->', '') })).toBe(body())
  })

  test('leaves room for the rest', () => {
    const long = body({ shown: `${body()}\n\n${'ü'.repeat(65_000)}` })
    expect(long.length).toBeLessThan(65_536)
    expect(long).toContain('- [ ] `42.2` Divides')
  })
})
