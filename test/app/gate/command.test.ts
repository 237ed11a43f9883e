import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerWith } from '../../../src/app/gate/command.ts'
import type { CommandPorts } from '../../../src/app/gate/command-context.ts'
import type { EventQueue, Handler } from '../../../src/app/queue/event-queue.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import { type Actor, type GateEvent, isHint, type PersonRequest, toKey } from '../../../src/core/model/event.ts'
import { suggest } from '../../../src/core/model/suggestion.ts'
import type { InstallationGap } from '../../../src/core/status/installation.ts'
import type { Enforcement } from '../../../src/core/status/protection.ts'
import { connect } from '../../../src/github/connect.ts'
import { A_START, anIssue } from '../../core/commands/support.ts'
import { API, type GitHubStub, stubGitHub } from '../../support/github/stub.ts'
import { place } from '../queue/conformance.ts'
import { getLook, HEAD, STORAGE_COMMIT } from './command-look.ts'

const COMMENTS = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REPLY = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const ROLE = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
const ACTIVITY = 'GET /repos/{owner}/{repo}/activity'
const RUNS = 'GET /repos/{owner}/{repo}/actions/runs'
const CHECKS = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const CHECK = 'POST /repos/{owner}/{repo}/check-runs'
const PULL_REQUEST = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'
const RULESET = 'POST /repos/{owner}/{repo}/rulesets'
const AT = '2026-01-01T00:00:00Z'
const MONA: Actor = { login: 'mona', id: '1', isBot: false }
const BOT = { login: 'tdd-gate[bot]', type: 'Bot' }
const NUMBER = { issue_number: 7 }
const LINKS = Object.fromEntries(
  ['url', 'html_url', 'diff_url', 'patch_url'].map((name) => [name, 'https://github.com/acme/shop/pull/7']),
)
const PULL = { pull_request: LINKS }

const unprotected = (branch: string): Enforcement => ({
  branch,
  check: { name: 'tdd-gate', appId: 77, repository: 'acme/shop' },
  gaps: [{ about: 'check', message: `\`${branch}\` does not require the check`, suggestion: suggest('Require it.') }],
})

const LACK: InstallationGap = {
  message: '`checks: write` is not granted',
  suggestion: suggest('Accept it.'),
}

/** GitHub, with the repository that the request is about. */
const acme = () => stubGitHub().on(REPOSITORY, { answer: { id: 1 } })

interface Scene {
  readonly look?: Parameters<typeof getLook>[0]
  readonly ports?: Partial<CommandPorts>
  readonly stub: GitHubStub
  readonly onLook?: () => Promise<void>
}

async function ask(request: PersonRequest, { look: pullRequestEvaluation, ports, stub, onLook }: Scene) {
  const evaluated: number[] = []
  const answer = answerWith({
    pullsWithHead: async () => [7],
    readIssue: async (_, __, { task }) => anIssue(task === null ? {} : { start: { problems: [`no task ${task}`] } }),
    startTask: async () => ({ pull: 12 }),
    readEnforcement: async (_, __, branch) => unprotected(branch ?? 'trunk'),
    readGaps: async () => [],
    readExcusers: async () => ({ roles: ['maintain', 'admin'], isInTeam: false }),
    ...ports,
  })
  const hints = await answer({
    github: connect({ token: 't', baseUrl: API, retryBaseMs: 1 }),
    repository: { installationId: 1, id: '1', owner: 'acme', repo: 'shop' },
    request,
    context: { app: { id: 77, slug: 'tdd-gate' } },
    evaluate: async (number) => {
      evaluated.push(number)
      await onLook?.()
      return getLook(pullRequestEvaluation)
    },
  })
  const replies = stub.requests.filter(
    ({ path, method }) => method !== 'GET' && path.includes('comments') && !path.endsWith('reactions'),
  )
  const reactions = stub.requests.filter(({ path, method }) => method === 'POST' && path.endsWith('reactions'))
  return {
    looked: evaluated,
    hints,
    reply: replies.map(({ body }) => (body as { body: string }).body).join('\n=====\n'),
    reactions: reactions.map(({ body }) => (body as { content: string }).content),
  }
}

const says = (text: string, actor = MONA): PersonRequest => ({
  kind: 'comment',
  number: 7,
  commentId: '99',
  actor,
  text,
  at: AT,
})
const role = (role_name: string, login = 'mona') => ({
  params: { username: login },
  answer: { permission: 'write', role_name, user: { id: 1 } },
})

const ANSWER = { id: 5, user: BOT, body: '<!-- tdd-gate:reply 99 -->\nDone.', created_at: AT, updated_at: AT }
const EDITED = { ...ANSWER, updated_at: '2026-01-01T00:00:01Z' }
const ADA = { login: 'ada', type: 'User' }
/** The comment has one reaction, of this user. */
const signedBy = (user: object, content: string, stub: GitHubStub) =>
  stub.on(REACTIONS, { params: { comment_id: 99 }, answer: [{ user, content }] })

/** What every comment asks for: is it answered, where does it stand, who wrote it; eyes, the answer, a sign. */
function commented(roleName = 'maintain', issue: object = PULL, comments: readonly object[] = []): GitHubStub {
  return acme()
    .on(COMMENTS, { params: NUMBER, answer: comments })
    .on(ISSUE, { params: NUMBER, answer: issue })
    .on(REACT, { params: { comment_id: 99 }, times: 2 })
    .on(ROLE, role(roleName))
    .on(REPLY, { params: NUMBER })
}
const pushedBy = (login: string) => [{ after: HEAD, actor: { login } }]
const withPushers = (stub: GitHubStub, times = 1) => stub.on(ACTIVITY, { answer: pushedBy('octocat'), times })
const withDecision = (stub: GitHubStub, ref: string) =>
  stub.on(CHECKS, { params: { ref }, answer: { total_count: 0, check_runs: [] } }).on(CHECK)

describe('a comment', () => {
  test('an override is recorded, the gate evaluates again, and the person gets an answer', async () => {
    using stub = withDecision(withPushers(commented()), HEAD)
    const { reply, reactions, looked: evaluated } = await ask(says('/tdd override flaky runner'), { stub })
    expect(reply).toMatch(/^<!-- tdd-gate:reply 99 -->\n✅ Gate overridden at/)
    expect(reactions).toEqual(['eyes', '+1'])
    expect(evaluated).toEqual([7, 7])
    const check = stub.requests.find(({ path, method }) => method === 'POST' && path.endsWith('check-runs'))
    expect(check?.body).toMatchObject({ head_sha: HEAD, external_id: 'tdd-gate:decision:7:99:override' })
  })

  test('the answer is written last: after a crash before it, the next run does everything again, reactions too', async () => {
    using stub = withPushers(commented('write'))
    await ask(says('/tdd override flaky'), { stub })
    const places = stub.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))
    expect(places).toEqual(['reactions', 'reactions', 'comments'])
  })

  test('a refusal changes nothing, and says why and who could', async () => {
    using stub = withPushers(commented('write'))
    const { reply, reactions, looked: evaluated } = await ask(says('/tdd override flaky'), { stub })
    expect(reply).toContain('❌ Only people with the maintain or admin role')
    expect(reactions).toEqual(['eyes', '-1'])
    expect(evaluated).toEqual([7])
  })

  test('a person who pushed a judged commit cannot excuse it, whatever names its commits have', async () => {
    using stub = commented('admin').on(ACTIVITY, { answer: pushedBy('mona') })
    const { reply } = await ask(says('/tdd override flaky'), { stub })
    expect(reply).toContain('cannot decide about their own work')
  })

  test('a head without a known pusher cannot be excused', async () => {
    using stub = commented('admin')
      .on(ACTIVITY, { answer: [] })
      .on(RUNS, { answer: { total_count: 0, workflow_runs: [] } })
    const { reply, reactions } = await ask(says('/tdd override flaky'), { stub })
    expect([reply, reactions]).toEqual([expect.stringContaining('does not show who pushed'), ['eyes', '-1']])
  })

  test('a fork is the work of its owner, also when another person opened the pull request', async () => {
    const runs = [{ id: 1, event: 'pull_request', head_sha: HEAD, actor: { login: 'octocat' } }]
    using stub = commented('admin').on(RUNS, { answer: { total_count: 1, workflow_runs: runs } })
    const evaluate = { isFork: true, headOwner: 'mona' }
    expect((await ask(says('/tdd override flaky'), { stub, look: evaluate })).reply).toContain(
      'cannot decide about their own work',
    )
  })

  test('several commands are run in order, the gate looks between them, and one reply answers all', async () => {
    using stub = withPushers(commented('maintain'), 2)
    for (const ref of [STORAGE_COMMIT, 'a'.repeat(40), HEAD]) withDecision(stub, ref)
    const {
      reply,
      reactions,
      looked: evaluated,
    } = await ask(says('/tdd pause lunch\n/tdd overide x\n/tdd recheck'), { stub })
    expect(reply.split('---').map((part) => part.includes('✅'))).toEqual([true, false, true])
    expect(reactions).toEqual(['eyes', 'confused'])
    expect(evaluated).toEqual([7, 7, 7, 7])
  })

  test('the end is written onto the head before the pull request closes, so that it is there when a person reopens it', async () => {
    using stub = withPushers(commented()).on(PULL_REQUEST, { params: { pull_number: 7 } })
    for (const ref of [STORAGE_COMMIT, 'a'.repeat(40), HEAD]) withDecision(stub, ref)
    const isClosed: boolean[] = []
    const onLook = async () => {
      isClosed.push(stub.requests.some(({ method, path }) => method === 'PATCH' && path.endsWith('/pulls/7')))
    }
    const { reply } = await ask(says('/tdd abort'), { stub, onLook })
    expect(reply).toContain('✅ The task is ended')
    expect(isClosed).toEqual([false, false, true])
  })

  test('more than the bound is said', async () => {
    using stub = commented('read')
    const { reply } = await ask(says('/tdd help\n'.repeat(7)), { stub })
    expect(reply).toContain('2 more commands were ignored: one comment may contain 5.')
  })

  test.each([
    ['Look at this:', ['-1']],
    ['/tdd help', ['confused']],
  ])('a command beyond the part of a comment that is read gets an answer that says so: %s', async (text, signs) => {
    using stub = commented('read')
    const { reply, reactions } = await ask({ ...says(text), isTruncated: true } as PersonRequest, { stub })
    expect(reply).toContain('❌ A line behind the first 10000 characters of your comment begins with `/tdd`')
    expect(reactions).toEqual(['eyes', ...signs])
  })

  test('a command with a reply and a reaction does not run again', async () => {
    using stub = signedBy(BOT, '+1', acme().on(COMMENTS, { params: NUMBER, answer: [ANSWER] }))
    expect(await ask(says('/tdd override flaky'), { stub })).toMatchObject({ looked: [], reply: '' })
  })

  test('an old answer that was edited to look like the answer to this command hides nothing', async () => {
    using stub = withDecision(withPushers(commented('maintain', PULL, [EDITED])), HEAD)
    const { reply, reactions } = await ask(says('/tdd override flaky runner'), { stub })
    expect([reply, reactions]).toEqual([expect.stringContaining('✅ Gate overridden'), ['eyes', '+1']])
  })

  test.each([
    ['nothing of ours under the comment', ADA, '+1'],
    ['a sign that it only began', BOT, 'eyes'],
  ])('edited in the second in which it was written: %s, and all is done', async (_, user, content) => {
    using stub = withDecision(withPushers(signedBy(user, content, commented('maintain', PULL, [ANSWER]))), HEAD)
    const { reply, reactions } = await ask(says('/tdd override flaky runner'), { stub })
    expect([reply, reactions]).toEqual([expect.stringContaining('✅ Gate overridden'), ['eyes', '+1']])
  })

  test.each(['Nice work!', '> /tdd abort', '```\n/tdd abort\n```'])(
    '%s asks for nothing: GitHub is not even asked',
    async (text) => {
      using stub = stubGitHub()
      expect(await ask(says(text), { stub })).toMatchObject({ looked: [], reply: '' })
    },
  )

  test("the App's own comments are no commands", async () => {
    using stub = stubGitHub()
    const own = { login: 'tdd-gate[bot]', id: '5', isBot: true }
    expect(await ask(says('/tdd abort', own), { stub })).toMatchObject({ reply: '' })
  })

  test('about a repository whose name another one has now is nothing: not even an answer', async () => {
    using stub = stubGitHub().on(REPOSITORY, { answer: { id: 2 } })
    await expect(ask(says('/tdd start'), { stub })).rejects.toMatchObject({
      code: 'github-refused',
      message: expect.stringContaining('another repository'),
    })
  })

  test('the App does nothing under an issue that is gone', async () => {
    using stub = acme()
      .on(COMMENTS, { params: NUMBER, answer: [] })
      .on(ISSUE, { params: NUMBER, status: 404, answer: { message: 'Not Found' } })
    expect(await ask(says('/tdd abort'), { stub })).toMatchObject({ looked: [], reply: '' })
  })

  test('the answer names what GitHub refused', async () => {
    using stub = withPushers(commented())
      .on(CHECKS, { params: { ref: HEAD }, answer: { total_count: 0, check_runs: [] } })
      .on(CHECK, { status: 403, answer: { message: 'Resource not accessible by integration' } })
      .on(REPOSITORY)
    const { reply, reactions } = await ask(says('/tdd override flaky'), { stub })
    expect(reply).toContain('❌')
    expect(reply).toContain('checks: write')
    expect(reactions).toEqual(['eyes', '-1'])
  })

  test('the App replies nothing and repeats all of it where GitHub does not answer', async () => {
    using stub = acme()
      .on(COMMENTS, { params: NUMBER, answer: [] })
      .on(ISSUE, { params: NUMBER, answer: PULL })
      .on(REACT, { params: { comment_id: 99 } })
      .on(ROLE, { params: { username: 'mona' }, status: 503, times: 3 })
    await expect(ask(says('/tdd override flaky'), { stub })).rejects.toMatchObject({ code: 'github-unavailable' })
  })

  test('status names what keeps the gate from being enforced', async () => {
    using stub = commented('read')
    const { reply } = await ask(says('/tdd status'), { stub })
    expect(reply).toContain(
      'GitHub does not enforce the gate on `main`:\n\n- `main` does not require the check. Require it.',
    )
  })

  test.each<[string, () => Promise<readonly InstallationGap[]>, string]>([
    [
      'lacks',
      async () => [LACK],
      'The installation lacks permissions that the App needs:\n\n- `checks: write` is not granted. Accept it.',
    ],
    [
      'grants, where GitHub refuses to tell',
      () => Promise.reject(new GateError('github-refused', 'GitHub refused it (401).', 'Look at the key.')),
      'The App cannot read its permissions: GitHub refused it (401). Look at the key.',
    ],
    [
      'grants, where GitHub does not answer',
      () => Promise.reject(new GateError('github-unavailable', 'GitHub gave no answer.', 'Nothing.')),
      'cannot read its permissions: GitHub gave no answer. Nothing.',
    ],
  ])('status shows what the installation %s', async (_what, readGaps, words) => {
    using stub = commented('read')
    const { reply, reactions } = await ask(says('/tdd status'), { stub, ports: { readGaps } })
    expect(reply).toContain(words)
    expect(reactions).toEqual(['eyes', '+1'])
  })

  test('the command waits for a limit of GitHub, and the person gets no answer about it', async () => {
    using stub = acme()
      .on(COMMENTS, { params: NUMBER, answer: [] })
      .on(ISSUE, { params: NUMBER, answer: PULL })
      .on(REACT, { params: { comment_id: 99 } })
      .on(ROLE, role('read'))
    const limit = Object.assign(new GateError('github-unavailable', 'It limits.', 'Nothing.'), { retryAfterMs: 9 })
    const ports = { readGaps: () => Promise.reject(limit) }
    await expect(ask(says('/tdd status'), { stub, ports })).rejects.toBe(limit)
  })

  test('protect makes the ruleset that lets the base require the check', async () => {
    using stub = withPushers(commented('admin')).on(RULESET)
    const { reply, reactions } = await ask(says('/tdd protect'), { stub })
    expect(reply).toContain('✅ `main` now requires `tdd-gate`')
    expect(reactions).toEqual(['eyes', '+1'])
    const made = stub.requests.find(({ path }) => path.endsWith('/rulesets'))
    expect(made?.body).toMatchObject({ conditions: { ref_name: { include: ['refs/heads/main'] } } })
  })

  test('protect shows the command to run where the App lacks the permission', async () => {
    using stub = withPushers(commented('admin'))
      .on(RULESET, { status: 403, answer: { message: 'Resource not accessible by integration' } })
      .on(REPOSITORY)
    const { reply, reactions } = await ask(says('/tdd protect'), { stub })
    expect(reply).toContain('❌')
    expect(reply).toMatch(
      /`echo '\{.*"integration_id":77.*\}' \| gh api -X POST repos\/acme\/shop\/rulesets --input -`/,
    )
    expect(reactions).toEqual(['eyes', '-1'])
  })
})

describe('under an issue', () => {
  test('start opens the task and names its pull request, which is evaluated next', async () => {
    const started: unknown[] = []
    using stub = commented('write', {})
    const ports = { startTask: async (_: unknown, __: unknown, start: unknown) => ({ pull: started.push(start) + 11 }) }
    const { reply, looked: evaluated, hints } = await ask(says('/tdd start'), { stub, ports })
    expect(started).toEqual([A_START])
    expect(reply).toContain('Pull request #12 is open.')
    expect([evaluated, hints]).toEqual([[], [{ kind: 'pull-request', number: 12 }]])
  })

  test('cut off after it was answered, a start still leads to its pull request', async () => {
    using stub = signedBy(BOT, '+1', acme().on(COMMENTS, { params: NUMBER, answer: [ANSWER] }))
    const ports = { readIssue: async () => anIssue({ started: { pull: 12, branch: 'main/task-42-cart' } }) }
    expect(await ask(says('/tdd start'), { stub, ports })).toMatchObject({
      looked: [],
      reply: '',
      hints: [{ kind: 'pull-request', number: 12 }],
    })
  })

  test('protect is about the default branch', async () => {
    using stub = commented('admin', {}).on(RULESET)
    expect((await ask(says('/tdd protect'), { stub })).reply).toContain('✅ `trunk` now requires `tdd-gate`')
  })

  test('a task of a document is named', async () => {
    using stub = commented('write', {})
    const { reply } = await ask(says('/tdd start 42'), { stub })
    expect(reply).toContain('no task 42')
  })
})

describe('the label', () => {
  const label: PersonRequest = { kind: 'label', number: 7, actor: MONA, at: AT }
  const labelled = (issue: object) =>
    acme().on(COMMENTS, { params: NUMBER, answer: [] }).on(ISSUE, { params: NUMBER, answer: issue })

  test('starts the task of an issue, and is answered like a comment', async () => {
    using stub = labelled({}).on(ROLE, role('write')).on(REPLY, { params: NUMBER })
    const { reply, hints } = await ask(label, { stub })
    expect(reply).toMatch(/^<!-- tdd-gate:reply label-2026-01-01T00:00:00Z -->\n✅ Task/)
    expect(hints).toEqual([{ kind: 'pull-request', number: 12 }])
  })

  test('a person without the permission gets a refusal', async () => {
    using stub = labelled({}).on(ROLE, role('triage')).on(REPLY, { params: NUMBER })
    expect((await ask(label, { stub })).reply).toContain('❌ Only people with the write')
  })

  test.each([
    ['leads to what it opened', { started: { pull: 12, branch: 'main/task-42-cart' } }, 0],
    ['is no answer where nothing is open: an edited comment may say anything', {}, 1],
  ])('answered before, %s', async (_, given, replies) => {
    const answer = { ...ANSWER, body: '<!-- tdd-gate:reply label-2026-01-01T00:00:00Z -->\nDone.' }
    using stub = acme().on(COMMENTS, { params: NUMBER, answer: [answer] })
    if (replies > 0)
      stub.on(ISSUE, { params: NUMBER, answer: {} }).on(ROLE, role('write')).on(REPLY, { params: NUMBER })
    const { hints } = await ask(label, { stub, ports: { readIssue: async () => anIssue(given) } })
    expect(hints).toEqual([{ kind: 'pull-request', number: 12 }])
  })

  test('the label starts nothing on a pull request', async () => {
    using stub = labelled(PULL)
    expect(await ask(label, { stub })).toMatchObject({ reply: '', looked: [] })
  })
})

describe('a button', () => {
  const BUTTON = { kind: 'button', head: HEAD, actor: MONA } as const
  /** Queued among the events of its pull request. */
  const press = (identifier: string): PersonRequest => ({ ...BUTTON, identifier, number: 7 })
  const pressed = (roleName: string, comments: object[] = []) =>
    acme()
      .on(COMMENTS, { params: NUMBER, answer: comments })
      .on(ISSUE, { params: NUMBER, answer: PULL })
      .on(ROLE, role(roleName))

  test.each(['rerequested', 'recheck'])('%s evaluates again, and the check itself shows it', async (identifier) => {
    using stub = withPushers(pressed('write'))
    expect(await ask(press(identifier), { stub })).toEqual({ looked: [7], hints: [], reply: '', reactions: [] })
  })

  test('a person without the permission gets a refusal', async () => {
    using stub = withPushers(pressed('read')).on(REPLY, { params: NUMBER })
    expect((await ask(press('rerequested'), { stub })).reply).toContain('❌ Only people with the write')
  })

  test('a pressed button gets an answer, and a second one only where the answer differs', async () => {
    using first = pressed('read').on(REPLY, { params: NUMBER })
    const { reply } = await ask(press('next'), { stub: first })
    expect(reply).toMatch(new RegExp(`^<!-- tdd-gate:reply button-next-${HEAD} -->`))
    first.assertDone()
    const old = { ...ANSWER, body: `${reply.split('\n')[0]}\nOld.` }
    using second = pressed('read', [old]).on(REPLY, { params: NUMBER })
    expect((await ask(press('next'), { stub: second })).reply).toBe(reply)
    second.assertDone()
    using third = pressed('read', [old, { ...ANSWER, id: 6, body: reply }])
    expect((await ask(press('next'), { stub: third })).reply).toBe('')
  })

  test.each(['override', 'skip', 'abort', 'xyzzy', 'constructor'])('%s is none', async (identifier) => {
    using stub = stubGitHub()
    expect(await ask(press(identifier), { stub })).toMatchObject({ looked: [], reply: '' })
    expect(await ask({ ...BUTTON, identifier }, { stub })).toMatchObject({ looked: [], hints: [] })
  })

  test('stands on a commit: it leads to each pull request with that head, and is done there', async () => {
    using stub = acme()
    const pressed = await ask(
      { ...BUTTON, identifier: 'status' },
      { stub, ports: { pullsWithHead: async () => [7, 9] } },
    )
    const to = (number: number) => ({ ...BUTTON, identifier: 'status', number })
    expect(pressed).toMatchObject({ hints: [to(7), to(9)], looked: [], reply: '' })
  })

  test('two processes with one store look at its pull request one after the other', async () => {
    using stub = withPushers(pressed('write')).on(REPOSITORY, { answer: { id: 1 } })
    const file = join(place(), 'store.sqlite')
    const repository = { installationId: 1, id: '1', owner: 'acme', repo: 'shop' }
    const toJob = (event: GateEvent) => ({ id: randomUUID(), key: toKey(repository, event), repository, event })
    const [isLooking, isPressed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const atOnce: number[] = []
    let now = 0
    const evaluation = async () => {
      now += 1
      atOnce.push(now)
      isLooking.resolve()
      // The other process has time to come in between.
      if (atOnce.length === 1) await isPressed.promise
      now -= 1
    }
    const getHandler =
      (queue: EventQueue): Handler =>
      async ({ event }) => {
        if (isHint(event)) return evaluation()
        const { hints } = await ask(event, { stub, onLook: evaluation })
        for (const next of hints) await queue.accept(toJob(next))
        isPressed.resolve()
      }
    await using one = openQueue(file)
    await using other = openQueue(file)
    await one.accept(toJob({ kind: 'pull-request', number: 7 }))
    const running = [one, other].map((eventQueue) =>
      eventQueue.run(getHandler(eventQueue), { concurrency: 1, maxTries: 1, retryMs: 1 }),
    )
    await isLooking.promise
    await one.accept(toJob({ ...BUTTON, identifier: 'recheck' }))
    await one.idle()
    await Promise.all(running.map((each) => each.stop()))
    expect(atOnce).toEqual([1, 1])
  })
})
