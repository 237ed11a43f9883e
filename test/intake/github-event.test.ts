import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { getSubject } from '../../src/intake/github-event.ts'

const sha = (job: string) => job.repeat(40)
const SHOP = { id: 812, full_name: 'acme/shop', default_branch: 'main' }
const FORK = { id: 977, full_name: 'octocat/shop' }
/** As on `pull_request`: the merge commit, which no person pushed. */
const ENV = { GITHUB_SHA: sha('e'), GITHUB_REF: 'refs/pull/7/merge' }

const pullRequest = (changes: { head?: object; base?: object; top?: object } = {}) => ({
  action: 'synchronize',
  repository: SHOP,
  pull_request: {
    number: 7,
    base: { ref: 'release/2', sha: sha('a'), repo: SHOP, ...changes.base },
    head: { ref: 'add-discounts', sha: sha('b'), repo: SHOP, ...changes.head },
    ...changes.top,
  },
})
const push = (changes: object = {}) => ({
  ref: 'refs/heads/add-discounts',
  before: sha('a'),
  after: sha('b'),
  deleted: false,
  repository: SHOP,
  ...changes,
})
const mergeGroup = (changes: object = {}, action = 'checks_requested') => ({
  action,
  repository: SHOP,
  merge_group: {
    base_sha: sha('a'),
    base_ref: 'refs/heads/main',
    head_sha: sha('b'),
    head_ref: `refs/heads/gh-readonly-queue/main/pr-104-${sha('a')}`,
    ...changes,
  },
})
const dispatch = (changes: object = {}) => ({ ref: 'refs/heads/add-discounts', repository: SHOP, ...changes })
const DISPATCHED = { GITHUB_SHA: sha('c'), GITHUB_REF: 'refs/heads/add-discounts' }

const REPOSITORY = { id: '812', name: 'acme/shop' }

describe('what an event asks to be judged', () => {
  test.each([
    [
      'pull_request',
      pullRequest(),
      ENV,
      { number: 7, base: ['release/2', sha('a')], head: ['add-discounts', sha('b'), false] },
    ],
    [
      'pull_request',
      pullRequest({ head: { ref: 'main', repo: FORK } }),
      ENV,
      { number: 7, base: ['release/2', sha('a')], head: ['main', sha('b'), true] },
    ],
    [
      'pull_request',
      pullRequest({ head: { repo: null } }),
      ENV,
      { number: 7, base: ['release/2', sha('a')], head: ['add-discounts', sha('b'), true] },
    ],
    [
      'pull_request',
      pullRequest({ base: { sha: 'a'.repeat(64) }, head: { sha: 'b'.repeat(64) } }),
      ENV,
      { number: 7, base: ['release/2', 'a'.repeat(64)], head: ['add-discounts', 'b'.repeat(64), false] },
    ],
    ['push', push(), ENV, { number: null, base: ['main', null], head: ['add-discounts', sha('b'), false] }],
    [
      'push',
      push({ ref: 'refs/heads/ünï/☃#1', repository: { ...SHOP, default_branch: 'trunk' } }),
      ENV,
      { number: null, base: ['trunk', null], head: ['ünï/☃#1', sha('b'), false] },
    ],
    [
      'workflow_dispatch',
      dispatch(),
      DISPATCHED,
      { number: null, base: ['main', null], head: ['add-discounts', sha('c'), false] },
    ],
  ] as const)('%s %#', (event, payload, env, { number, base, head }) => {
    expect(getSubject(event, payload, env)).toEqual({
      event,
      repository: REPOSITORY,
      pullRequest: number,
      base: { branch: base[0], sha: base[1] },
      head: { branch: head[0], sha: head[1], isFork: head[2] },
      sequence: null,
    })
  })

  test('a merge group is judged as one change, whichever pull requests are in it', () => {
    expect(getSubject('merge_group', mergeGroup(), ENV)).toEqual({
      event: 'merge_group',
      repository: REPOSITORY,
      pullRequest: null,
      base: { branch: 'main', sha: sha('a') },
      head: { branch: `gh-readonly-queue/main/pr-104-${sha('a')}`, sha: sha('b'), isFork: false },
      sequence: 'pull-request',
    })
  })

  test('a name of the prototype in a payload changes nothing', () => {
    const payload = JSON.parse(JSON.stringify(push()).replace('{', '{"__proto__":{"after":"x"},"constructor":1,'))
    expect(getSubject('push', payload, ENV)).toEqual(getSubject('push', push(), ENV))
  })
})

const refusal = (event: string, payload: unknown, env: Readonly<Record<string, string>> = ENV) => {
  try {
    return { code: 'none', message: JSON.stringify(getSubject(event, payload, env)), suggestion: '' }
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return { code: error.code, message: error.message, suggestion: error.suggestion.text }
  }
}

describe('an event that cannot be judged is refused with the line to write in `on:`', () => {
  test.each([
    ['schedule', {}, 'schedule', 'pull_request, push, merge_group or workflow_dispatch'],
    ['', {}, 'no event', 'GITHUB_EVENT_NAME'],
    ['pull_request_target', pullRequest(), 'secrets', 'on: pull_request'],
    ['pull_requst', pullRequest(), 'pull_requst', 'did you mean `pull_request`'],
    ['issue_comment\n::error::x', {}, 'issue_comment ::error::x', 'pull_request'],
    ['push', push({ deleted: true, after: sha('0') }), 'deleted', 'if: ${{ !github.event.deleted }}'],
    ['push', push({ after: sha('0') }), 'deleted', 'if: ${{ !github.event.deleted }}'],
    ['push', push({ ref: 'refs/tags/v1' }), 'refs/tags/v1', "branches: ['**']"],
    ['push', push({ ref: 'refs/heads/main' }), 'default branch', "branches-ignore: ['main']"],
    ['merge_group', mergeGroup({}, 'destroyed'), 'destroyed', 'types: [checks_requested]'],
    [
      'workflow_dispatch',
      dispatch(),
      'default branch',
      'gh workflow run',
      { GITHUB_SHA: sha('c'), GITHUB_REF: 'refs/heads/main' },
    ],
    [
      'workflow_dispatch',
      dispatch(),
      'refs/tags/v1',
      'gh workflow run',
      { GITHUB_SHA: sha('c'), GITHUB_REF: 'refs/tags/v1' },
    ],
  ] as const)('%s %#', (event, payload, seen, next, env: Readonly<Record<string, string>> = ENV) => {
    const { code, message, suggestion } = refusal(event, payload, env)
    expect(code).toBe('unsupported-event')
    expect(message).toContain(seen)
    expect(suggestion).toContain(next)
  })
})

describe('a payload that is not what GitHub sends is refused with its place', () => {
  test.each([
    ['pull_request', null, 'payload'],
    ['pull_request', [], 'payload'],
    ['pull_request', 'text', 'payload'],
    ['pull_request', {}, 'repository'],
    ['pull_request', { ...pullRequest(), repository: { ...SHOP, id: 'x' } }, 'repository.id'],
    ['pull_request', { ...pullRequest(), repository: { ...SHOP, id: 1.5 } }, 'repository.id'],
    [
      'pull_request',
      { ...pullRequest(), repository: { ...SHOP, full_name: 'acme/shop/../../x' } },
      'repository.full_name',
    ],
    ['pull_request', pullRequest({ head: { sha: 'HEAD' } }), 'pull_request.head.sha'],
    ['pull_request', pullRequest({ head: { sha: sha('B') } }), 'pull_request.head.sha'],
    ['pull_request', pullRequest({ head: { sha: 'b'.repeat(41) } }), 'pull_request.head.sha'],
    ['pull_request', pullRequest({ head: { sha: `${sha('b')}\n` } }), 'pull_request.head.sha'],
    ['pull_request', pullRequest({ base: { sha: null } }), 'pull_request.base.sha'],
    ['pull_request', pullRequest({ base: { repo: FORK } }), 'pull_request.base.repo'],
    ['pull_request', pullRequest({ top: { number: 0 } }), 'pull_request.number'],
    ['pull_request', pullRequest({ top: { number: '7' } }), 'pull_request.number'],
    ['push', push({ after: '--upload-pack=x' }), 'after'],
    ['push', push({ ref: 7 }), 'ref'],
    ['merge_group', mergeGroup({ base_ref: 'main' }), 'merge_group.base_ref'],
    ['workflow_dispatch', dispatch(), 'GITHUB_SHA', { GITHUB_REF: 'refs/heads/x' }],
  ] as const)('%s %#', (event, payload, place, env: Readonly<Record<string, string>> = ENV) => {
    const { code, message } = refusal(event, payload, env)
    expect(code).toBe('bad-event')
    expect(message).toContain(place)
  })

  test.each([
    '-x',
    'a..b',
    'a b',
    'a:b',
    'a~1',
    'a^',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a@{1}',
    '/a',
    'a/',
    'a//b',
    'a.lock',
    '.a',
    'a/.b',
    'a.',
    '@',
    '',
    'a\u0000',
    'a\nb',
    'x'.repeat(256),
    '☃'.repeat(86),
  ])('a branch that git would not make: %j', (ref) => {
    expect(refusal('pull_request', pullRequest({ head: { ref } }))).toMatchObject({ code: 'bad-event' })
    expect(refusal('pull_request', pullRequest({ base: { ref } }))).toMatchObject({ code: 'bad-event' })
    expect(refusal('push', push({ ref: `refs/heads/${ref}` }))).toMatchObject({ code: 'bad-event' })
  })

  test('no refusal repeats a long or colourful payload', () => {
    const { message } = refusal('pull_request', pullRequest({ head: { sha: `\u001b[2J${'x'.repeat(100_000)}` } }))
    expect(message.length).toBeLessThan(300)
    expect(message).not.toContain('\u001b')
  })

  test('whatever a payload holds, the answer is a subject or a GateError', () => {
    const event = fc.constantFrom('pull_request', 'push', 'merge_group', 'workflow_dispatch')
    fc.assert(
      fc.property(event, fc.anything({ withNullPrototype: true }), fc.anything(), (name, part, other) => {
        const payload = {
          ...pullRequest(),
          ...push(),
          ...mergeGroup(),
          pull_request: part,
          merge_group: part,
          ref: other,
        }
        expect(['none', 'bad-event', 'unsupported-event']).toContain(refusal(name, payload, DISPATCHED).code)
        expect(['bad-event', 'none', 'unsupported-event']).toContain(refusal(name, part, DISPATCHED).code)
      }),
    )
  })
})
