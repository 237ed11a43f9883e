/** Commands that a program wrote with a person's token: GitHub names the App, and the person decided nothing. */
import { describe, expect, test } from 'vitest'
import { aPull, decisionWith, getWords, PEOPLE, said, says } from './support.ts'

const { mona, agent } = PEOPLE
/** Mona's token in the hands of the App `claude`. */
const program = { ...mona, isBot: true, via: 'claude' }
const decision = decisionWith({ '42.1': 'done', '42.2': 'pending' })
const NOTE = 'A program wrote this comment through the App `claude`: it counts as a bot, not as @mona.'

describe('what a program says with a token of a maintainer', () => {
  test.each(['/tdd override flaky', '/tdd skip 42.2 by hand'])('%s is refused, and the answer says why', (line) => {
    expect(says(mona, line).effects).not.toEqual([])
    const refusal = says(program, line)
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(NOTE)
    expect(getWords(refusal)).toContain('Write the comment yourself on GitHub')
  })

  test('does not resume what the maintainer paused', () => {
    const pull = aPull({ decisions: [said('pause')], decision })
    expect(says(mona, '/tdd resume', { pull }).effects).not.toEqual([])
    const refusal = says(program, '/tdd resume', { pull })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(NOTE)
  })

  test('resumes what it paused itself, and the answer says that it counts as a bot', () => {
    const pull = aPull({ decisions: [said('pause', { by: { login: 'mona', id: '1', isBot: true } })], decision })
    const resumed = says(program, '/tdd resume', { pull })
    expect(resumed.effects).toMatchObject([{ decision: { by: { login: 'mona', isBot: true } } }, {}])
    expect(getWords(resumed)).toContain(NOTE)
  })

  test('a pause of it keeps the maintainer from nothing: both are kept', () => {
    const pull = aPull({ decisions: [said('pause', { by: { login: 'mona', id: '1', isBot: true } })] })
    expect(says(mona, '/tdd pause not safe', { pull }).effects).toHaveLength(2)
    expect(says(program, '/tdd pause again', { pull }).effects).toEqual([])
  })

  test('reopens a subtask as a bot, and does not stand for the maintainer who says the same', () => {
    const reopened = says(program, '/tdd red 42.1', { pull: aPull({ decision }) })
    expect(reopened.effects).toMatchObject([{ decision: { kind: 'red', by: { isBot: true } } }])
    expect(getWords(reopened)).toContain(NOTE)
    const decisions = [said('red', { subtask: '42.1', by: { login: 'mona', id: '1', isBot: true } })]
    expect(says(mona, '/tdd red 42.1', { pull: aPull({ decision, decisions }) }).effects).toHaveLength(1)
  })

  test.each(['/tdd status', '/tdd next', '/tdd help'])('%s is a question: nothing is noted', (line) => {
    expect(getWords(says(program, line))).not.toContain('App `claude`')
  })

  test('a bot of its own needs no such words', () => {
    expect(getWords(says(agent, '/tdd red 42.1', { pull: aPull({ decision }) }))).not.toContain('through the App')
  })
})
