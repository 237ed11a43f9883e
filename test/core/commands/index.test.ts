import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buttons } from '../../../src/core/commands/buttons.ts'
import type { CommandFacts } from '../../../src/core/commands/command.ts'
import { commands, runCommand } from '../../../src/core/commands/index.ts'
import { whoMay } from '../../../src/core/commands/who.ts'
import { isAtLeast, MAX_DECISIONS, ROLES } from '../../../src/core/model/maintainer-decision.ts'
import { suggest } from '../../../src/core/model/suggestion.ts'
import { aMergedPull, anIssue, aPull, enforced, getWords, PEOPLE, said, says, withRole } from './support.ts'

const { mona, octocat, hubot, agent } = PEOPLE

describe('who may', () => {
  test.each([
    ['/tdd status', hubot, 'done'],
    ['/tdd next', hubot, 'done'],
    ['/tdd help', hubot, 'done'],
    ['/tdd plan', hubot, 'done'],
    ['/tdd status', withRole('none'), 'refused'],
    ['/tdd pause', hubot, 'refused'],
    ['/tdd pause', withRole('triage'), 'refused'],
    ['/tdd pause', octocat, 'done'],
    ['/tdd recheck', octocat, 'done'],
    ['/tdd override flaky', withRole('write'), 'refused'],
    ['/tdd override flaky', mona, 'done'],
    ['/tdd skip 42.2 later', mona, 'done'],
  ])('%s by %o: %s', (line, who, outcome) => expect(getWords(says(who, line))).toMatch(new RegExp(`^${outcome}`)))

  test('a refusal says why, and who could', () => {
    expect(getWords(says(hubot, '/tdd pause'))).toBe(
      'refused | Only people with the write, maintain or admin role may use `/tdd pause`. | @hubot has the read role. | Ask one of them to comment: | /tdd pause',
    )
    expect(getWords(says(octocat, '/tdd override x'))).toContain(
      'Only people with the maintain or admin role may use `/tdd override`. The command excludes bots and anyone who opened, authored or pushed to the pull request.',
    )
  })

  test('a person who may not override is shown what to do without it, and what another one would have to write', () => {
    expect(getWords(says(octocat, '/tdd override b1b1b1b the tests are green'))).toContain(
      '@octocat has the write role. | Fix what the check names: `/tdd next` shows how. Or ask one of them to comment: | /tdd override b1b1b1b the tests are green',
    )
    const own = says(mona, '/tdd override late\u202e', { pull: aPull({ authors: ['mona'] }) })
    expect(getWords(own)).toMatch(/cannot decide about their own work\. \| Fix .*: \| \/tdd override late$/)
  })

  test('authors and bots cannot excuse their own work, whatever their role', () => {
    const authors = aPull({ authors: ['Mona'] })
    for (const line of ['/tdd override x', '/tdd skip 42.2 x']) {
      expect(getWords(says(mona, line, { pull: authors }))).toMatch(/^refused .* cannot decide about their own work/)
      expect(getWords(says(agent, line))).toMatch(/^refused .* is a bot/)
    }
    expect(says(mona, '/tdd pause', { pull: authors }).reply.isDone).toBe(true)
  })

  test('without a known pusher no person can excuse the head; its author can fix that', () => {
    const unknown = aPull({ isPusherKnown: false })
    for (const line of ['/tdd override x', '/tdd skip 42.2 x']) {
      expect(getWords(says(mona, line, { pull: unknown }))).toMatch(
        /^refused .* GitHub does not show who pushed b1b1b1b1b/,
      )
      expect(getWords(says(mona, line, { pull: unknown }))).toContain('git push --force-with-lease')
    }
    expect(says(octocat, '/tdd override x', { pull: unknown }).reply.parts[1]).toMatchObject({
      text: '@octocat has the write role.',
    })
    for (const line of ['/tdd pause', '/tdd status']) {
      expect(says(mona, line, { pull: unknown }).reply.isDone).toBe(true)
    }
  })
})

describe('mistakes', () => {
  test.each([
    ['/tdd overide x', 'There is no command `/tdd overide`; did you mean `override`?'],
    ['/tdd xyzzy', 'There is no command `/tdd xyzzy`'],
    ['/tdd status please', '`/tdd status` takes no arguments. Write `/tdd status` alone on its line.'],
    ['/tdd start', '`/tdd start` belongs under an issue'],
    ['/tdd help overide', 'There is no command `overide`; did you mean `override`?'],
  ])('%s', (line, words) => expect(getWords(says(mona, line))).toContain(words))

  test.each(['pause', 'override x', 'skip 42.1 x', 'next'])('a command of pull requests under an issue: %s', (line) => {
    for (const who of [mona, octocat, hubot]) {
      expect(getWords(says(who, `/tdd ${line}`, { issue: anIssue() }))).toMatch(
        /^refused \| `.*` belongs under a pull request;/,
      )
    }
  })

  test('a closed pull request changes no more, and can be asked', () => {
    const pull = aPull({ isOpen: false })
    expect(getWords(says(mona, '/tdd override x', { pull }))).toContain('reopen it first')
    expect(says(mona, '/tdd status', { pull }).reply.isDone).toBe(true)
  })

  test.each(['pause', 'resume', 'override x', 'skip 42.1 x', 'red', 'revert', 'abort', 'recheck'])(
    'no reply advises to reopen a merged pull request: %s',
    (line) => {
      const words = getWords(says(mona, `/tdd ${line}`, { pull: aMergedPull() }))
      expect(words).toBe(
        'refused | The pull request was merged: no command applies any more. A new task begins with a new issue.',
      )
    },
  )

  test('decisions beyond the bound are refused: they could push out earlier ones', () => {
    const decisions = Array.from({ length: MAX_DECISIONS }, (_, n) => said('red', { commentId: String(n + 100) }))
    for (const line of ['/tdd override x', '/tdd skip 42.2 x'])
      expect(getWords(says(mona, line, { pull: aPull({ decisions }) }))).toContain('which is the limit')
    expect(says(mona, '/tdd status', { pull: aPull({ decisions }) }).reply.isDone).toBe(true)
  })
})

test.each(['pause', 'abort'])('no number of decisions prevents a stop: %s', (name) => {
  const decisions = Array.from({ length: MAX_DECISIONS }, (_, n) => said('red', { commentId: String(n + 100) }))
  const { effects } = says(mona, `/tdd ${name}`, { pull: aPull({ decisions }) })
  expect(effects[0]).toMatchObject({ kind: 'record', decision: { kind: name } })
})

describe('help', () => {
  test.each(['/tdd', '/tdd help', '/TDD HELP'])('%s lists every command with its usage and who may', (line) => {
    const words = getWords(says(hubot, line))
    for (const command of commands) {
      expect(words).toContain(command.usage)
      expect(words).toContain(whoMay(command))
    }
  })

  test('the help of one command has its usage', () => {
    expect(getWords(says(hubot, '/tdd help /tdd'))).toMatch(/^refused/)
    expect(getWords(says(hubot, '/tdd help Skip'))).toContain('Counts a planned subtask as done without proof')
  })
})

test('every command describes itself: its usage begins with its name, and tells what it takes', () => {
  for (const { name, usage, about, takes } of commands) {
    expect(usage).toMatch(new RegExp(`^/tdd ${name}( [[<]|$)`))
    expect(/[[<]/.test(usage)).toBe(takes === 'text')
    expect(about).toMatch(/^[A-Z].*\.$/)
  }
})

test('buttons are few, short enough for GitHub, and excuse nothing', () => {
  expect(buttons.map(({ identifier }) => identifier)).toEqual(['status', 'next', 'recheck'])
  for (const { identifier, label, description } of buttons) {
    expect([label.length <= 20, description.length <= 40, identifier.length <= 20]).toEqual([true, true, true])
    expect(commands.find(({ name }) => name === identifier)?.isForAuthors).toBe(true)
  }
})

const names = fc.constantFrom(...commands.map(({ name }) => name))
const facts = fc.record({
  role: fc.constantFrom(...ROLES),
  isBot: fc.boolean(),
  isAuthor: fc.boolean(),
  isOpen: fc.boolean(),
  isHeadSeen: fc.boolean(),
  isIssue: fc.boolean(),
  words: fc.array(fc.oneof(fc.constantFrom('42.1', '42.2', 'b1b1b1b', 'because'), fc.string()), { maxLength: 4 }),
})

test('a command without permission has no effect; and every reply has words', () => {
  fc.assert(
    fc.property(names, facts, (name, { role, isBot, isAuthor, isOpen, isHeadSeen, isIssue, words }) => {
      const actor = { login: 'wally', id: '4', isBot, role }
      const pull = aPull({ isOpen, isHeadSeen, authors: isAuthor ? ['wally'] : [] })
      const place = isIssue ? { pull: null, issue: anIssue() } : { pull, issue: null }
      const given: CommandFacts = {
        actor,
        at: '2026-01-01T00:00:00Z',
        commentId: '99',
        excusingRoles: null,
        args: words,
        rest: words.join(' '),
        enforcement: enforced({
          gaps: isHeadSeen ? [] : [{ about: 'check', message: 'not required', suggestion: suggest('') }],
        }),
        installation: isOpen ? { gaps: [] } : { unread: 'The reason is unknown.' },
        ...place,
      }
      const command = commands.find((each) => each.name === name)
      const { effects, reply } = runCommand(name, given)
      expect(reply.parts.length).toBeGreaterThan(0)
      if (!reply.isDone) expect(effects).toEqual([])
      if (effects.length === 0) return
      expect(isAtLeast(role, command?.role ?? 'admin')).toBe(true)
      expect(isAtLeast(role, 'write')).toBe(true)
      if (command?.isForAuthors === false) expect([isBot, isAuthor]).toEqual([false, false])
      for (const effect of effects) if (effect.kind === 'record') expect(effect.decision.by.login).toBe('wally')
    }),
  )
})

describe('options', () => {
  test.each([
    ['/tdd pause --resume', '/tdd pause` has no option `--resume`; did you mean'],
    ['/tdd skip --force 42.2 later', 'has no option `--force`'],
    ['/tdd skip 42.2 --force later', 'has no option `--force`'],
  ])('%s is refused, and names the nearest command', (line, words) =>
    expect(getWords(says(mona, line))).toContain(words),
  )

  test('a reason may contain any words', () =>
    expect(getWords(says(mona, '/tdd skip 42.2 because of --force'))).toMatch(/^done/))
})
