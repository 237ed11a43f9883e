import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { MAX_COMMENT_CHARACTERS } from '../../src/core/model/event.ts'
import { getArrivals, SUBSCRIBED } from '../../src/intake/webhook.ts'

/** The package's types say something else than its file. */
const examples: readonly { readonly name: string; readonly examples: readonly object[] }[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-examples'), 'utf8'),
)
const APP = 4242
const sha = (job: string) => job.repeat(40)
const SHOP = { id: 812, name: 'shop', full_name: 'acme/shop', owner: { login: 'acme' } }
const MONA = { login: 'mona', id: 1, type: 'User' }
const BOT = { login: 'tdd-gate[bot]', id: 9, type: 'Bot' }
const FRAME = { installation: { id: 7 }, repository: SHOP, sender: MONA }
const REPOSITORY = { installationId: 7, id: '812', owner: 'acme', repo: 'shop' }
const AT = '2026-11-01T10:00:00Z'
const ACTOR = { login: 'mona', id: '1', isBot: false }

const read = (name: string, payload: object) => getArrivals({ name, payload: { ...FRAME, ...payload } }, APP)
const getEvents = (name: string, payload: object) => read(name, payload).map(({ event }) => event)
const pull = (action: string, more: object = {}) => ({
  action,
  pull_request: { number: 5, updated_at: AT, head: { sha: sha('a') } },
  ...more,
})
const comment = (
  action: string,
  body: string,
  more: { sender?: object; author?: object; app?: number | object; issue?: object } = {},
) => ({
  action,
  sender: more.sender ?? MONA,
  issue: more.issue ?? { number: 5, pull_request: {} },
  comment: {
    id: 77,
    body,
    user: more.author ?? MONA,
    created_at: AT,
    performed_via_github_app: typeof more.app === 'number' ? { id: more.app } : (more.app ?? null),
  },
})
const OUR_COMMENT = { author: BOT, app: APP }

describe('hints', () => {
  test.each([
    'opened',
    'reopened',
    'synchronize',
    'edited',
    'ready_for_review',
    'converted_to_draft',
    'enqueued',
    'dequeued',
  ])('pull_request %s leads to an evaluation', (action) => {
    expect(read('pull_request', pull(action))).toEqual([
      { repository: REPOSITORY, event: { kind: 'pull-request', number: 5, head: sha('a') } },
    ])
  })

  test('a closed pull request is in no list of open ones, so no commit is named', () => {
    expect(getEvents('pull_request', pull('closed'))).toEqual([{ kind: 'pull-request', number: 5 }])
  })

  test.each(['assigned', 'locked', 'review_requested', 'unlabeled', 'synchronise', ''])(
    'pull_request %s leads to nothing',
    (action) => expect(getEvents('pull_request', pull(action))).toEqual([]),
  )

  test('a push moves the base of those that go there', () => {
    expect(getEvents('push', { ref: 'refs/heads/release/2' })).toEqual([{ kind: 'base', branch: 'release/2' }])
  })

  test('a tag is no base', () => expect(getEvents('push', { ref: 'refs/tags/v1' })).toEqual([]))

  test.each(['requested', 'in_progress', 'completed'])('workflow_run %s: look at its head', (action) => {
    const event = { kind: 'head', head: sha('a') }
    expect(getEvents('workflow_run', { action, workflow_run: { head_sha: sha('a') } })).toEqual([event])
  })

  test.each([
    ['is no news, because it needed no approval', {}, 0],
    ['from a fork may have been approved', { head_repository: { id: 999 } }, 1],
    ['of a bot may have been approved', { actor: { type: 'Bot' } }, 1],
  ])('a run that goes on %s', (_what, more, count) => {
    const workflow_run = { head_sha: sha('a'), head_repository: { id: SHOP.id }, actor: MONA, ...more }
    expect(getEvents('workflow_run', { action: 'in_progress', workflow_run })).toHaveLength(count)
    expect(getEvents('workflow_run', { action: 'completed', workflow_run })).toHaveLength(1)
  })

  const ofPull = (number: number, head = sha('a'), into = SHOP.id) => ({
    number,
    head: { sha: head },
    base: { repo: { id: into } },
  })
  const ofHead = { kind: 'head', head: sha('a') }

  test.each([
    ['the one pull request that GitHub names', [ofPull(5)], { kind: 'pull-request', number: 5, head: sha('a') }],
    ['its head, where there are several', [ofPull(5), ofPull(6)], ofHead],
    ['its head, where there is none', [], ofHead],
    ['its head, where the pull request has gone on', [ofPull(5, sha('b'))], ofHead],
    ['its head, where the pull request is in another repository', [ofPull(5, sha('a'), 999)], ofHead],
  ])('workflow_run leads to an evaluation of %s', (_what, pull_requests, event) => {
    const workflow_run = { head_sha: sha('a'), pull_requests }
    expect(getEvents('workflow_run', { action: 'completed', workflow_run })).toEqual([event])
  })

  test.each([
    ['requested', { id: 7, run_attempt: 2 }, { run: { id: '7', attempt: 2 } }],
    ['requested', {}, {}],
    ['completed', { id: 7, run_attempt: 2 }, {}],
  ])(
    'workflow_run %s with %o leads to an evaluation with %o: it names an attempt that has just begun',
    (action, more, named) => {
      const workflow_run = { head_sha: sha('a'), pull_requests: [ofPull(5)], ...more }
      expect(getEvents('workflow_run', { action, workflow_run })).toEqual([
        { kind: 'pull-request', number: 5, head: sha('a'), ...named },
      ])
    },
  )

  test('a merge group is to be answered', () => {
    const merge_group = {
      head_sha: sha('a'),
      base_sha: sha('b'),
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-5-abc',
      base_ref: 'refs/heads/main',
    }
    expect(getEvents('merge_group', { action: 'checks_requested', merge_group })).toEqual([
      {
        kind: 'merge-group',
        head: sha('a'),
        base: sha('b'),
        headRef: merge_group.head_ref,
        baseBranch: 'main',
      },
    ])
    expect(getEvents('merge_group', { action: 'destroyed', merge_group })).toEqual([])
  })

  test.each(['repository_ruleset', 'branch_protection_rule'])(
    '%s leads to an evaluation of the whole repository',
    (name) => {
      expect(getEvents(name, { action: 'edited' })).toEqual([{ kind: 'repository' }])
    },
  )

  test('a ruleset of an organisation names no repository', () => {
    expect(getArrivals({ name: 'repository_ruleset', payload: { installation: { id: 7 } } }, APP)).toEqual([])
  })
})

describe('installations', () => {
  const repositories = [
    { id: 1, full_name: 'acme/one' },
    { id: 2, full_name: 'acme/two' },
  ]
  const both = repositories.map(({ id, full_name }) => ({
    repository: { installationId: 7, id: String(id), owner: 'acme', repo: full_name.slice(5) },
    event: { kind: 'repository' },
  }))

  test.each(['created', 'new_permissions_accepted', 'unsuspend'])('%s: each of its repositories', (action) => {
    expect(
      getArrivals({ name: 'installation', payload: { action, installation: { id: 7 }, repositories } }, APP),
    ).toEqual(both)
  })

  test.each(['deleted', 'suspend'])('%s: nothing can be read any more', (action) => {
    expect(
      getArrivals({ name: 'installation', payload: { action, installation: { id: 7 }, repositories } }, APP),
    ).toEqual([])
  })

  test('those that were added', () => {
    const payload = { action: 'added', installation: { id: 7 }, repositories_added: repositories }
    expect(getArrivals({ name: 'installation_repositories', payload }, APP)).toEqual(both)
  })

  test('no more than a thousand at once: the sweep finds the others', () => {
    const many = Array.from({ length: 1500 }, (_, i) => ({ id: i + 1, full_name: `acme/r${i}` }))
    const payload = { action: 'created', installation: { id: 7 }, repositories: many }
    expect(getArrivals({ name: 'installation', payload }, APP)).toHaveLength(1000)
  })
})

describe('what people ask for', () => {
  test('a comment with a line that begins with /tdd', () => {
    const text = 'hello\n/tdd status\nthanks'
    const request = { kind: 'comment', number: 5, commentId: '77', actor: ACTOR, text, at: AT }
    expect(getEvents('issue_comment', comment('created', text))).toEqual([request])
  })

  test.each(['/tdd', ' /tdd help', 'a\r\n/tdd help', '/TDD help', '/tdd\thelp'])('%j is one', (text) => {
    expect(getEvents('issue_comment', comment('created', text))).toHaveLength(1)
  })

  test.each(['', 'try /tdd help', '> /tdd help', '/tddx', '/tdd-gate', '    /tdd help', 'no'])('%j is none', (text) => {
    expect(getEvents('issue_comment', comment('created', text))).toEqual([])
  })

  test('commands under an issue are read too', () => {
    const [event] = getEvents('issue_comment', comment('created', '/tdd start', { issue: { number: 6 } }))
    expect(event).toMatchObject({ kind: 'comment', number: 6 })
  })

  test.each(['edited', 'deleted'])('a comment that was %s asks for nothing', (action) => {
    expect(getEvents('issue_comment', comment(action, '/tdd override because'))).toEqual([])
  })

  test('a bot is recognised', () => {
    const [event] = getEvents('issue_comment', comment('created', '/tdd next', { sender: BOT, author: BOT, app: 3 }))
    expect(event).toMatchObject({ actor: { login: 'tdd-gate[bot]', id: '9', isBot: true } })
  })

  test.each([
    ['that has a name', { id: 3, slug: 'claude' }, 'claude'],
    ['without a name', { id: 3 }, 'another App'],
    ['with an odd name', { id: 3, slug: '`@everybody`\n' }, 'another App'],
  ])('a person who speaks through another App %s is a bot, by that name', (_what, app, via) => {
    const [event] = getEvents('issue_comment', comment('created', '/tdd override x', { app }))
    expect(event).toMatchObject({ actor: { login: 'mona', id: '1', isBot: true, via } })
  })

  test('a person who speaks for themselves is named without an App', () => {
    const [event] = getEvents('issue_comment', comment('created', '/tdd override x'))
    expect(event).toHaveProperty('actor', ACTOR)
  })

  test('the App does not obey itself', () => {
    const own = comment('created', '/tdd override as I said', { sender: BOT, ...OUR_COMMENT })
    expect(getEvents('issue_comment', own)).toEqual([])
  })

  test('a long comment is cut, and what stands behind the cut is not read', () => {
    const [event] = getEvents('issue_comment', comment('created', `/tdd help\n${'x'.repeat(200_000)}`))
    expect(event).toMatchObject({ text: expect.stringMatching(/^\/tdd help\nx+$/) })
    expect(event?.kind === 'comment' && event.text.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS + 1_000)
    expect(event).not.toHaveProperty('isTruncated')
    expect(getEvents('issue_comment', comment('created', `${'x'.repeat(20_000)}\nand /tdd help`))).toEqual([])
  })

  test('a command beyond the limit is reported', () => {
    for (const before of ['', '/tdd status\n']) {
      const text = `${before}${'x '.repeat(5_500)}\n\n/tdd pause here`
      expect(getEvents('issue_comment', comment('created', text))).toMatchObject([
        { kind: 'comment', isTruncated: true },
      ])
    }
  })

  test.each([
    ['issues', { issue: { number: 5, updated_at: AT } }],
    ['pull_request', { pull_request: { number: 5, updated_at: AT } }],
  ])('the label tdd on %s', (name, subject) => {
    const labeled = (label: string) => getEvents(name, { action: 'labeled', label: { name: label }, ...subject })
    expect(labeled('tdd')).toEqual([{ kind: 'label', number: 5, actor: ACTOR, at: AT }])
    expect(labeled('bug')).toEqual([])
  })

  test('our buttons, not those of another App', () => {
    const run = (app: number) => ({ check_run: { head_sha: sha('a'), app: { id: app } } })
    const press = (action: string, app: number) =>
      getEvents('check_run', { action, ...run(app), requested_action: { identifier: 'recheck' } })
    const button = { kind: 'button', head: sha('a'), actor: ACTOR }
    expect(press('rerequested', APP)).toEqual([{ ...button, identifier: 'rerequested' }])
    expect(press('requested_action', APP)).toEqual([{ ...button, identifier: 'recheck' }])
    for (const action of ['rerequested', 'requested_action']) expect(press(action, 15_368)).toEqual([])
    expect(press('completed', APP)).toEqual([])
  })

  test('all checks again', () => {
    const again = (app: number) =>
      getEvents('check_suite', { action: 'rerequested', check_suite: { head_sha: sha('a'), app: { id: app } } })
    expect(again(APP)).toEqual([{ kind: 'button', identifier: 'rerequested', head: sha('a'), actor: ACTOR }])
    expect(again(1)).toEqual([])
  })
})

describe('hands on our comment', () => {
  test.each([
    ['deleted', { kind: 'pull-request', number: 5 }],
    ['edited', { kind: 'edited-comment', number: 5, isPull: true, commentId: '77' }],
  ])('%s by an account leads to an evaluation', (action, event) => {
    expect(getEvents('issue_comment', comment(action, 'all is green', OUR_COMMENT))).toEqual([event])
  })

  test('edited under an issue: it is taken back there too', () => {
    const events = getEvents('issue_comment', comment('edited', 'x', { ...OUR_COMMENT, issue: { number: 6 } }))
    expect(events).toEqual([{ kind: 'edited-comment', number: 6, isPull: false, commentId: '77' }])
  })

  test('edited by ourselves: nothing', () => {
    expect(getEvents('issue_comment', comment('edited', 'x', { ...OUR_COMMENT, sender: BOT }))).toEqual([])
  })

  test('another App, or deleted under an issue: nothing', () => {
    expect(getEvents('issue_comment', comment('edited', 'x', { author: BOT, app: 3 }))).toEqual([])
    expect(getEvents('issue_comment', comment('deleted', 'x', { ...OUR_COMMENT, issue: { number: 6 } }))).toEqual([])
  })
})

describe('an event that GitHub should not send', () => {
  test('an event without an installation leads to nothing', () => {
    expect(
      getArrivals({ name: 'pull_request', payload: { ...FRAME, installation: undefined, ...pull('opened') } }, APP),
    ).toEqual([])
  })

  test.each(['ping', 'star', 'constructor', '__proto__', ''])('%j leads to nothing', (name) => {
    expect(getArrivals({ name, payload: null }, APP)).toEqual([])
  })

  test.each([
    ['pull_request', null, 'the payload'],
    ['pull_request', { ...FRAME, action: 'opened', pull_request: { number: '5' } }, 'pull_request.number'],
    ['pull_request', { ...FRAME, repository: { ...SHOP, name: '../etc' } }, 'repository.name'],
    ['push', { ...FRAME, ref: 'refs/heads/a..b' }, 'ref'],
    ['workflow_run', { ...FRAME, action: 'completed', workflow_run: { head_sha: 'HEAD' } }, 'workflow_run.head_sha'],
    [
      'issue_comment',
      { ...FRAME, ...comment('created', '/tdd', { sender: { ...MONA, login: 'a b' } }) },
      'sender.login',
    ],
  ])('%s that is not as GitHub writes it is an error that names the place', (name, payload, place) => {
    const reading = () => getArrivals({ name, payload }, APP)
    expect(reading).toThrow(GateError)
    expect(reading).toThrow(place)
  })

  test('whatever is sent: arrivals or a GateError of one line', () => {
    const hostile = fc.oneof(
      fc.object({ key: fc.constantFrom('action', 'installation', 'repository', 'sender', 'comment', 'id', 'ref') }),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...SUBSCRIBED, 'installation', 'installation_repositories'),
        hostile,
        (name, payload) => {
          try {
            getArrivals({ name, payload }, APP)
          } catch (error) {
            expect(error).toBeInstanceOf(GateError)
            expect((error as GateError).message).toMatch(/^.{1,500}$/)
          }
        },
      ),
    )
  })
})

test.each(examples.map(({ name, examples: payloads }) => ({ name, payloads })))(
  'every $name that GitHub published is accepted or ignored',
  ({ name, payloads }) => {
    for (const payload of payloads) {
      // Some were recorded from hooks of repositories: an App's always tell its installation.
      for (const sent of [payload, { installation: { id: 7 }, ...payload }]) {
        expect(() => getArrivals({ name, payload: sent }, APP), JSON.stringify(payload).slice(0, 300)).not.toThrow()
      }
    }
  },
)

test('among those that GitHub published there is something for most of our readers', () => {
  const understood = examples.filter(({ name, examples: payloads }) =>
    payloads.some((payload) => getArrivals({ name, payload: { installation: { id: 7 }, ...payload } }, 2).length > 0),
  )
  expect(understood.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "branch_protection_rule",
      "check_run",
      "installation",
      "installation_repositories",
      "merge_group",
      "pull_request",
      "push",
      "workflow_run",
    ]
  `)
})
