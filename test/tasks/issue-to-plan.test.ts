import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIssueExtras, toPlan } from '../../src/tasks/issue-to-plan.ts'

const issue = (body: string, title = 'A calculator') => ({ number: 42, title, body })
const getSubtasks = (body: string) => toPlan(issue(body), []).subtasks

describe('a checklist', () => {
  test('makes one subtask of each of its items, in order, with the issue as task', () => {
    const plan = toPlan(issue('Numbers in, numbers out.\n\n- [ ] Adds\n- [ ] Subtracts\n* [ ] Divides'), [])
    expect(plan).toMatchObject({
      id: '42',
      title: 'A calculator',
      tag: 'master',
      description: 'Numbers in, numbers out.',
    })
    expect(plan.subtasks.map(({ id, title }) => [id, title])).toEqual([
      ['42.1', 'Adds'],
      ['42.2', 'Subtracts'],
      ['42.3', 'Divides'],
    ])
  })

  test('lines below an item describe it, lists below it are its acceptance criteria', () => {
    const [subtask] = getSubtasks(
      '- [ ] Adds\n  Two numbers at first.\n  - takes negative numbers\n  - [ ] refuses text\n',
    )
    expect(subtask).toMatchObject({
      description: 'Two numbers at first.',
      acceptance: ['takes negative numbers', 'refuses text'],
    })
  })

  test.each([
    ['(depends on 1)', ['42.1']],
    ['(after 1, 2)', ['42.1', '42.2']],
    ['(after #1, #42.2 and 1)', ['42.2', '42.1']],
    ['(depends on #1)', []],
    ['(depends on 42.2)', ['42.2']],
  ])('an item that ends with %s waits', (words, dependencies) => {
    const third = getSubtasks(`- [ ] One\n- [ ] Two\n- [ ] Three ${words}`)[2]
    expect(third).toMatchObject({ title: 'Three', dependencies })
  })

  test('what waits comes after what it waits for', () => {
    expect(getSubtasks('- [ ] One (depends on 2)\n- [ ] Two').map(({ id }) => id)).toEqual(['42.2', '42.1'])
  })

  test.each([
    ['- [ ] One (depends on 2)\n- [ ] Two (depends on 1)', '.1 waits for '],
    ['- [ ] One (depends on 7)', '42.7'],
    [Array.from({ length: 501 }, (_, n) => `- [ ] Item ${n}`).join('\n'), '500'],
  ])('what contradicts itself is refused: %s', (body, words) => {
    expect(() => getSubtasks(body)).toThrow(
      expect.objectContaining({ code: 'bad-plan', message: expect.stringContaining(words) }),
    )
  })
})

describe('sections', () => {
  test('a section of subtasks is the only one that counts', () => {
    const body = '- [ ] I read the rules\n\n## Subtasks\n- [ ] Adds\n\n## Before release\n- [ ] tell everybody'
    expect(getSubtasks(body).map(({ title }) => title)).toEqual(['Adds'])
  })

  test('acceptance criteria belong to every subtask that has none of its own', () => {
    const body = '- [ ] Adds\n  - is exact\n- [ ] Subtracts\n\n### Acceptance criteria\n- [ ] never throws\n'
    expect(getSubtasks(body).map(({ acceptance }) => acceptance)).toEqual([['is exact'], ['never throws']])
  })

  test('a test strategy is that of every subtask', () => {
    expect(getSubtasks('- [ ] Adds\n\n## Test strategy\nTables of numbers.')[0]?.testStrategy).toBe(
      'Tables of numbers.',
    )
  })

  test('without a checklist the issue is one piece of work', () => {
    const plan = toPlan(issue('Adds numbers.\n\n## Acceptance criteria\n- is exact'), [])
    expect(plan.subtasks).toEqual([
      expect.objectContaining({ id: '42.1', title: 'A calculator', acceptance: ['is exact'] }),
    ])
  })

  test('a line names the tag of the branch', () => {
    expect(toPlan(issue('Tag: checkout\n\nWords.'), [])).toMatchObject({ tag: 'checkout', description: 'Words.' })
  })

  test.each([
    ['code', '```\n- [ ] no\n```\n- [ ] Yes'],
    ['a comment', '<!-- - [ ] no\n- [ ] no -->\n- [ ] Yes'],
    ['a quotation', '> - [ ] no\n\n- [ ] Yes'],
  ])('%s is none of it', (_, body) => {
    expect(getSubtasks(body).map(({ title }) => title)).toEqual(['Yes'])
  })
})

describe('sub-issues', () => {
  const sub = (number: number, title: string, body = '') => ({ number, title, body })

  test('are the subtasks where there are any', () => {
    const plan = toPlan(issue('- [ ] not this'), [
      sub(50, 'Adds', 'Words.\n\n## Acceptance criteria\n- is exact'),
      sub(51, 'Subtracts', '- [ ] takes less from more'),
    ])
    expect(plan.subtasks).toEqual([
      expect.objectContaining({ id: '42.1', title: 'Adds', description: 'Words.', acceptance: ['is exact'] }),
      expect.objectContaining({ id: '42.2', title: 'Subtracts', acceptance: ['takes less from more'] }),
    ])
  })
})

describe('what is done already', () => {
  const sub = (number: number, title: string, isClosed = false) => ({ number, title, body: '', isClosed })
  const getIds = (plan: ReturnType<typeof toPlan>) => plan.subtasks.map(({ id, dependencies }) => [id, dependencies])

  test('ticked items are left out, the others keep their numbers, and no subtask waits for a finished one', () => {
    const body = '- [x] One\n- [X] Two\n- [ ] Three (after 1)\n- [ ] Four (after 3)'
    expect(getIds(toPlan(issue(body), []))).toEqual([
      ['42.3', []],
      ['42.4', ['42.3']],
    ])
    expect(readIssueExtras(issue(body), []).leftOut).toEqual(['42.1: One', '42.2: Two'])
  })

  test('closed sub-issues are left out', () => {
    const subs = [sub(50, 'Adds', true), sub(51, 'Subtracts (after 1)')]
    expect(getIds(toPlan(issue(''), subs))).toEqual([['42.2', []]])
    expect(readIssueExtras(issue('- [x] not this'), subs).leftOut).toEqual(['42.1: Adds'])
  })

  test.each([
    ['every item of its checklist is ticked', '- [x] One\n- [x] Two', []],
    ['all of its sub-issues are closed', '', [sub(50, 'Adds', true)]],
  ])('nothing is started where %s', (words, body, subs) => {
    expect(() => toPlan(issue(body), subs)).toThrow(
      expect.objectContaining({ code: 'bad-plan', message: expect.stringContaining(words) }),
    )
  })

  test('an acceptance criterion that is ticked is still one', () => {
    expect(getSubtasks('- [ ] Adds\n  - [x] is exact')[0]?.acceptance).toEqual(['is exact'])
  })
})

describe('other issues that it waits for', () => {
  const getWaits = (body: string, subs: Parameters<typeof toPlan>[1] = []) =>
    readIssueExtras(issue(body), subs).waitsFor

  test('a number with its sign is an issue, as GitHub reads it', () => {
    expect(getWaits('- [ ] One (depends on #7 and #8)\n- [ ] Two (after 1)')).toEqual([
      { issue: 7, subtask: '42.1' },
      { issue: 8, subtask: '42.1' },
    ])
  })

  test('sub-issues may be named by their own numbers', () => {
    const subs = [
      { number: 50, title: 'Adds', body: '' },
      { number: 51, title: 'Subtracts (depends on #50, #9)', body: '' },
    ]
    expect(toPlan(issue(''), subs).subtasks[1]?.dependencies).toEqual(['42.1'])
    expect(getWaits('', subs)).toEqual([{ issue: 9, subtask: '42.2' }])
  })

  test('a line of the text says it of the whole task', () => {
    for (const line of ['Depends on #7', 'Blocked by: #7, #7.', '**Waits for** #7'])
      expect(getWaits(`${line}\n\n- [ ] One`)).toEqual([{ issue: 7, subtask: null }])
    expect(getWaits('This depends on #7 being nice\n\n- [ ] One')).toEqual([])
  })

  test('what is done waits for nothing, and nothing waits for itself', () => {
    expect(getWaits('Depends on #42\n\n- [x] One (depends on #7)\n- [ ] Two')).toEqual([])
  })
})

describe('hostile text', () => {
  test('no text breaks it: a plan or a refusal', () => {
    const text = fc.string({
      unit: fc.constantFrom('- [ ] ', '\n', '  ', '#', ' a', '```', '<!--', '-->', '\r\n', '(depends on 1)', '\0'),
    })
    fc.assert(
      fc.property(text, (body) => {
        try {
          expect(getSubtasks(body).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-plan' })
        }
      }),
    )
  })

  test('titles are one line, bounded, without control characters', () => {
    const [subtask] = getSubtasks(`- [ ] a\u0007b${'x'.repeat(2000)}`)
    expect(subtask?.title).toHaveLength(500)
    expect(subtask?.title.startsWith('ab')).toBe(true)
  })

  test('an empty title is refused with what to do', () => {
    expect(() => toPlan(issue('', ' '), [])).toThrow(expect.objectContaining({ code: 'bad-plan' }))
  })
})
