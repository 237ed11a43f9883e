/** Events of the queue at the gate: where each leads, and merge groups answered at once. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { RequestOptions } from '../src/app/gate/context.ts'
import { handleEvent } from '../src/app/gate/handle-event.ts'
import type { EventQueue, Handler } from '../src/app/queue/event-queue.ts'
import { openQueue } from '../src/app/queue/sqlite.ts'
import { type GateEvent, toKey } from '../src/core/model/event.ts'
import type { GitHub } from '../src/github/routes.ts'
import { place } from './app/queue/conformance.ts'
import { openPull } from './core/story.ts'
import { APP, type CheckRecord } from './support/github/state.ts'
import { openWorld, REPOSITORY, type World } from './support/github/story-world.ts'

const job = (event: GateEvent) => ({ repository: REPOSITORY, event })
const handle = (world: World, event: GateEvent) => handleEvent(world.github, job(event), world.context)

function twoPulls(): { world: World; heads: string[] } {
  const world = openWorld()
  const heads = [1, 2].map((number) => {
    const pull = world.open(number)
    pull.commit({ [`doc-${number}.md`]: 'v1' })
    if (number === 2) pull.commit({ 'more.md': 'v1' })
    return pull.facts().head
  })
  return { world, heads }
}

describe('hints', () => {
  test('a pull request is looked at', async () => {
    const { world, heads } = twoPulls()
    expect(await handle(world, { kind: 'pull-request', number: 1 })).toEqual([])
    expect(world.gateOf(heads[0] ?? '')?.conclusion).toBe('action_required')
  })

  test.each([
    ['a head', (heads: string[]) => ({ kind: 'head', head: heads[1] ?? '' }) as const, [2]],
    ['a head that no pull request has', () => ({ kind: 'head', head: 'e'.repeat(40) }) as const, []],
    ['a base branch', () => ({ kind: 'base', branch: 'main' }) as const, [2, 1]],
    ['a repository', () => ({ kind: 'repository' }) as const, [2, 1]],
  ])('%s leads to its pull requests, and nothing is written', async (_, event, numbers) => {
    const { world, heads } = twoPulls()
    const toHint = (number: number) => ({ kind: 'pull-request', number, head: heads[number - 1] })
    expect(await handle(world, event(heads))).toEqual(numbers.map(toHint))
    expect(world.writes()).toEqual([])
  })

  test('closing one of two pull requests with one head frees the other of it', async () => {
    const world = openWorld()
    const story = world.open(1)
    story.commit({ 'doc.md': 'v1' })
    world.open(2, story)
    const { head } = story.facts()
    await world.judge(1)
    await handle(world, { kind: 'pull-request', number: 1 })
    expect(world.gateOf(head)).toMatchObject({
      conclusion: 'action_required',
      output: { title: expect.stringMatching(/^#2: /) },
    })
    Object.assign(world.pulls.get(2) ?? {}, { state: 'closed' })
    expect(await handle(world, { kind: 'pull-request', number: 2 })).toEqual([{ kind: 'head', head }])
    expect(await handle(world, { kind: 'head', head })).toEqual([{ kind: 'pull-request', number: 1, head }])
    await handle(world, { kind: 'pull-request', number: 1 })
    expect(world.gateOf(head)?.conclusion).toBe('success')
  })

  test('a closed pull request is no head', async () => {
    const { world, heads } = twoPulls()
    Object.assign(world.pulls.get(2) ?? {}, { state: 'closed' })
    expect(await handle(world, { kind: 'head', head: heads[1] ?? '' })).toEqual([])
  })
})

test('hints and people look at a pull request one after the other: what one of them made the others find', async () => {
  const { world } = twoPulls()
  const context = {
    ...world.context,
    handleRequest: async ({ evaluate }: RequestOptions) => (await evaluate(1)) && [],
  }
  const button = { kind: 'button', identifier: 'rerequested', head: 'e'.repeat(40) } as const
  const person = job({ ...button, actor: { login: 'mona', id: '1', isBot: false } })
  const hint = job({ kind: 'pull-request', number: 1 })
  const jobs = [person, hint, person]
  await Promise.all(jobs.map((one) => handleEvent(world.github, one, context)))
  expect([world.comments.length, world.checks.length]).toEqual([1, 1])
})

describe('two processes with one store, and pull requests with one head', () => {
  /**
   * The first look at #1 is about to write when #2 is opened, announced, and evaluated by the other process.
   * @param before whether #2 was open, and looked at, and closed in between
   */
  async function overtaken(before: 'never' | 'closed'): Promise<string | null | undefined> {
    const world = openWorld()
    const story = world.open(1)
    story.commit({ 'doc.md': 'v1' })
    await world.judge(1)
    world.open(2, story)
    const second = world.pulls.get(2) ?? {}
    if (before === 'closed') await handle(world, { kind: 'pull-request', number: 1 })
    Object.assign(second, { state: 'closed' })
    const [isWriting, isOvertaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const request = async (...asked: Parameters<GitHub['request']>) => {
      if (!asked[0].startsWith('GET ')) {
        isWriting.resolve()
        await isOvertaken.promise
      }
      return world.github.request(...asked)
    }
    const slow = { request } as GitHub
    const toJob = (event: GateEvent) => ({ id: randomUUID(), key: toKey(REPOSITORY, event), ...job(event) })
    const evaluated: number[] = []
    const getHandler =
      (eventQueue: EventQueue, process: typeof handleEvent): Handler =>
      async ({ event }) => {
        const number = event.kind === 'pull-request' ? event.number : 0
        evaluated.push(number)
        const hints = await process(evaluated.length === 1 ? slow : world.github, job(event), world.context)
        for (const next of hints) await eventQueue.accept(toJob(next))
        if (number === 2) isOvertaken.resolve()
      }
    const file = join(place(), 'store.sqlite')
    await using one = openQueue(file)
    await using other = openQueue(file)
    // Whatever a process remembers is in its modules.
    vi.resetModules()
    const { handleEvent: ofOther } = await import('../src/app/gate/handle-event.ts')
    const options = { concurrency: 1, maxTries: 1, retryMs: 1 }
    const running = [one.run(getHandler(one, handleEvent), options), other.run(getHandler(other, ofOther), options)]
    await one.accept(toJob({ kind: 'pull-request', number: 1 }))
    await isWriting.promise
    Object.assign(second, { state: 'open' })
    await one.accept(toJob({ kind: 'pull-request', number: 2 }))
    await one.idle()
    await Promise.all(running.map((each) => each.stop()))
    expect((await one.stats()).dead).toBe(0)
    expect(evaluated.length).toBeLessThan(8)
    return world.gateOf(story.facts().head)?.conclusion
  }

  test.each(['never', 'closed'] as const)('an overtaken evaluation leaves nothing green (%s)', async (before) => {
    expect(await overtaken(before)).toBe('action_required')
  })

  test('what nothing happened to is looked at again only where something was written, and not for ever', async () => {
    const world = openWorld()
    const story = world.open(1)
    story.commit({ 'doc.md': 'v1' })
    world.open(2, story)
    const reevaluated = (number: number, reevaluations = 1) =>
      ({ kind: 'pull-request', number, reevaluations }) as const
    expect(await handle(world, { kind: 'pull-request', number: 1 })).toEqual([reevaluated(2)])
    expect(await handle(world, { kind: 'pull-request', number: 1 })).toEqual([reevaluated(2)])
    expect(await handle(world, reevaluated(2))).toEqual([])
    expect(await handle(world, { kind: 'pull-request', number: 2, isRoutine: true })).toEqual([])
    await world.judge(1)
    expect(await handle(world, reevaluated(2))).toEqual([reevaluated(1, 2)])
    world.record(story.facts().head, { kind: 'pause' })
    expect(await handle(world, reevaluated(2, 3))).toEqual([])
    const asked = {
      ...world.context,
      handleRequest: async ({ evaluate: pullRequestEvaluation }: RequestOptions) =>
        (await pullRequestEvaluation(1)) && [],
    }
    const button = { kind: 'button', identifier: 'recheck', head: story.facts().head, number: 1 } as const
    const press = job({ ...button, actor: { login: 'mona', id: '1', isBot: false } })
    expect(await handleEvent(world.github, press, asked)).toEqual([reevaluated(2)])
  })

  test.each(['waiting', 'judged'])('each of them has the same status after any evaluation (%s)', async (state) => {
    const world = openWorld()
    const story = world.open(1)
    story.commit({ 'doc.md': 'v1' })
    world.open(2, story)
    if (state === 'judged') await world.judge(1)
    await world.look(1)
    const { output } = structuredClone(world.gateOf(story.facts().head) ?? { output: null })
    expect((await world.look(2)).written.check).toBe('unchanged')
    expect(world.gateOf(story.facts().head)?.output).toEqual(output)
  })
})

test('a look that failed lets the next one look', async () => {
  const { world, heads } = twoPulls()
  world.failures.push({ route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}', status: 404 })
  const [first, second] = [1, 2].map(() => handle(world, { kind: 'pull-request', number: 1 }))
  await expect(first).rejects.toMatchObject({ code: 'github-refused' })
  await second
  expect(world.gateOf(heads[0] ?? '')).toBeDefined()
})

test('a request whose retries are exhausted is handed on to be reported, and nothing more happens', async () => {
  const { world } = twoPulls()
  const asked: (string | undefined)[] = []
  const handleRequest = async ({ request, givenUp }: RequestOptions) => {
    asked.push(request.kind, givenUp)
    return []
  }
  const actor = { login: 'mona', id: '1', isBot: false }
  const request = { kind: 'label', number: 1, actor, at: '2026-01-01T00:00:00Z' } as const
  const event = { kind: 'given-up', request, code: 'unexpected' } as const
  expect(await handleEvent(world.github, job(event), { ...world.context, handleRequest })).toEqual([])
  expect(asked).toEqual(['label', 'unexpected'])
})

test('what a person asked for is handed on, with a way to look, and leads to what it opened', async () => {
  const { world, heads } = twoPulls()
  const asked: RequestOptions[] = []
  const context = {
    ...world.context,
    handleRequest: async (ask: RequestOptions) => {
      asked.push(ask)
      await ask.evaluate(1)
      return [{ kind: 'pull-request', number: 2 } as const]
    },
  }
  const actor = { login: 'mona', id: '1', isBot: false }
  const event = {
    kind: 'comment',
    number: 1,
    commentId: '9',
    actor,
    text: '/tdd status',
    at: '2026-01-01T00:00:00Z',
  } as const
  expect(await handleEvent(world.github, job(event), context)).toEqual([{ kind: 'pull-request', number: 2 }])
  expect(asked).toMatchObject([{ request: event, repository: REPOSITORY }])
  expect(world.gateOf(heads[0] ?? '')).toBeDefined()
})

describe('a merge group', () => {
  const GROUP = 'a1'.repeat(20)
  const group = { kind: 'merge-group', head: GROUP, base: 'b'.repeat(40), baseBranch: 'main' } as const
  const headRef = (number: number) => `refs/heads/gh-readonly-queue/main/pr-${number}-${'b'.repeat(40)}`

  /** Both pull requests in one group, as GitHub merges or squashes them; `passed` have a green gate. */
  async function queue(passed: readonly number[], { isSquashed = false, extra = false } = {}) {
    const { world, heads } = twoPulls()
    for (const number of passed) {
      await world.judge(number)
      await world.look(number)
    }
    const merged = (number: number) =>
      isSquashed ? `feat: a cart (#${number})` : `Merge pull request #${number} from acme/work`
    const shas = ['a2'.repeat(20), ...(extra ? ['a3'.repeat(20)] : []), GROUP]
    const titles = [merged(1), ...(extra ? ['slipped in'] : []), merged(2)]
    world.group = shas.map((sha, n) => ({
      sha,
      message: titles[n] ?? '',
      parents: [
        shas[n - 1] ?? 'b'.repeat(40),
        ...(isSquashed || titles[n] === 'slipped in' ? [] : [heads[n === 0 ? 0 : 1] ?? '']),
      ],
    }))
    return world
  }

  test.each([
    ['merged', {}],
    ['squashed', { isSquashed: true }],
  ])('a merge group of pull requests that passed passes, %s', async (_, how) => {
    const world = await queue([1, 2], how)
    await handle(world, { ...group, headRef: headRef(2) })
    const check = world.gateOf(GROUP)
    expect(check).toMatchObject({
      status: 'completed',
      conclusion: 'success',
      output: { title: '#1, #2 passed the gate' },
    })
    await handle(world, { ...group, headRef: headRef(2) })
    expect(world.checks.filter(({ head_sha }) => head_sha === GROUP)).toHaveLength(1)
  })

  test('into a branch that does not require the check is not called green; once it does, it is', async () => {
    const world = await queue([1, 2])
    for (const pull of world.pulls.values()) Object.assign(pull, { baseBranch: 'side' })
    const ofSide = { ...group, baseBranch: 'side', headRef: headRef(2).replace('main', 'side') }
    await handle(world, ofSide)
    expect(world.gateOf(GROUP)).toMatchObject({
      conclusion: 'action_required',
      output: { title: expect.stringContaining('side does not require tdd-gate') },
    })
    world.required.push({ branch: 'side', appId: APP.id, by: 'rule' })
    await handle(world, ofSide)
    expect(world.gateOf(GROUP)?.conclusion).toBe('success')
  })

  test('a merge group fails and names a pull request that did not pass', async () => {
    const world = await queue([1])
    await handle(world, { ...group, headRef: headRef(2) })
    expect(world.gateOf(GROUP)).toMatchObject({ conclusion: 'failure', output: { title: '#2 did not pass the gate' } })
  })

  test.each([
    ['a commit that no pull request contains', { extra: true }, headRef(2)],
    ['another pull request than its name says', {}, headRef(7)],
    ['no name', {}, 'refs/heads/main'],
  ])('a merge group with %s fails', async (_, how, ref) => {
    const world = await queue([1, 2], how)
    await handle(world, { ...group, headRef: ref })
    expect(world.gateOf(GROUP)).toMatchObject({
      conclusion: 'failure',
      output: { summary: expect.stringContaining('belongs to no known pull request') },
    })
  })

  describe('that passed', () => {
    const PASSED = { conclusion: 'success' }
    const FAILED = { conclusion: 'failure', output: { title: '#1 did not pass the gate' } }
    const NOT_ALL = /The App could not check every merge group/
    const LATER = '2026-03-01T00:00:00Z'
    const getHead = (world: World, number: number) => world.pulls.get(number)?.story.facts().head ?? ''
    const evaluation = (world: World, number = 1) => handle(world, { kind: 'pull-request', number })
    const isAboutQueue = (line: string) => line.includes('matching-refs')

    const OF_BOTH = `gh-readonly-queue/main/pr-2-${'b'.repeat(40)}`
    async function passed(branch = OF_BOTH, how: Parameters<typeof queue>[1] = {}): Promise<World> {
      const world = await queue([1, 2], how)
      world.branches.set(branch, GROUP)
      await handle(world, { ...group, headRef: headRef(2) })
      expect(world.gateOf(GROUP)).toMatchObject(PASSED)
      return world
    }

    test('a merge group fails with the first of its pull requests that no longer passes', async () => {
      const world = await passed()
      world.record(getHead(world, 1), { kind: 'pause' })
      const next = await evaluation(world)
      expect(world.gateOf(getHead(world, 1))?.conclusion).toBe('failure')
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
      expect(next).toEqual([{ ...group, headRef: headRef(2) }])
      expect(await evaluation(world)).toEqual([])
    })

    test.each([
      ['merged', {}],
      ['squashed', { isSquashed: true }],
    ])('fails with a pull request that was stopped and closed before the App saw it: %s', async (_, how) => {
      const world = await passed(undefined, how)
      world.record(getHead(world, 1), { kind: 'abort' })
      Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
      const next = await evaluation(world)
      expect(world.gateOf(getHead(world, 1))?.conclusion).toBe('failure')
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
      for (const event of next) await handle(world, event)
      expect(world.gateOf(GROUP)?.conclusion).toBe('failure')
    })

    test('a success that an older evaluation writes afterwards becomes a failure again', async () => {
      const world = await passed()
      world.record(getHead(world, 1), { kind: 'pause' })
      const next = await evaluation(world)
      Object.assign(world.gateOf(GROUP) ?? {}, PASSED)
      for (const event of next) await handle(world, event)
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
    })

    test('a merge group fails before its pull request, so that a retry after a crash finds it again', async () => {
      const world = await passed()
      world.record(getHead(world, 1), { kind: 'pause' })
      world.failures.push({ route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', status: 502 })
      await expect(evaluation(world)).rejects.toMatchObject({ code: 'github-unavailable' })
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
    })

    test('fails with another pull request that has the head of one of its own, whatever its base', async () => {
      const world = await passed()
      const { story } = world.pulls.get(1) ?? {}
      world.open(3, story, { baseBranch: 'side' })
      await evaluation(world, 3)
      expect(world.gateOf(getHead(world, 1))?.conclusion).toBe('action_required')
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
    })

    test('is found by one reading of what was said of each group; one that came since is answered too', async () => {
      const world = await passed()
      const [answered, late] = ['d1'.repeat(20), 'd2'.repeat(20)]
      const said = world.gateOf(GROUP) as CheckRecord
      world.branches.set(`gh-readonly-queue/main/pr-8-${'c'.repeat(40)}`, answered)
      world.checks.push({ ...said, id: 8, head_sha: answered, conclusion: 'failure' })
      world.record(getHead(world, 1), { kind: 'pause' })
      const listed = world.branches[Symbol.iterator].bind(world.branches)
      let lists = 0
      world.branches[Symbol.iterator] = () => {
        lists += 1
        if (lists === 2) world.branches.set(`gh-readonly-queue/main/pr-9-${'c'.repeat(40)}`, late)
        return listed()
      }
      const next = await evaluation(world)
      expect(next).toMatchObject([{ head: GROUP }, { head: answered, base: group.base }, { head: late }])
      expect(world.reads().filter((line) => line.includes(`/commits/${answered}/check-runs`))).toHaveLength(1)
    })

    test('comes first among more than are looked at, and the head says that there are more, as long as it fails', async () => {
      const world = await passed()
      const named = [...world.branches]
      world.branches.clear()
      for (let n = 1_000; n <= 1_100; n += 1) {
        const head_sha = `${n}`.padStart(40, 'f')
        world.branches.set(`gh-readonly-queue/main/pr-${n}-${'c'.repeat(40)}`, head_sha)
        world.checks.push({ ...(world.gateOf(GROUP) as CheckRecord), id: n, head_sha, conclusion: 'failure' })
      }
      for (const [branch, sha] of named) world.branches.set(branch, sha)
      world.record(getHead(world, 2), { kind: 'pause', pullRequest: 2 })
      await evaluation(world, 2)
      expect(world.gateOf(GROUP)).toMatchObject({
        conclusion: 'failure',
        output: { title: '#2 did not pass the gate' },
      })
      const readSummary = () => world.gateOf(getHead(world, 2))?.output.summary
      expect(readSummary()).toMatch(NOT_ALL)
      world.branches.clear()
      await evaluation(world, 2)
      expect(readSummary()).toMatch(NOT_ALL)
      world.record(getHead(world, 2), { kind: 'resume', pullRequest: 2, at: LATER })
      await evaluation(world, 2)
      expect(world.gateOf(getHead(world, 2))).toMatchObject(PASSED)
      expect(readSummary()).not.toMatch(NOT_ALL)
    })

    describe('and not all of them were looked at', () => {
      const SENTENCE = /^.*The App could not check every merge group.*$/m
      /** The first version of the gate wrote this sentence. */
      const FIRST_SENTENCE =
        'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'
      const stopped = async () => {
        const world = await passed()
        world.record(getHead(world, 1), { kind: 'pause' })
        const route = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
        world.failures.push({ route, status: 403 }, { route, status: 403 })
        await evaluation(world)
        return { world, check: world.gateOf(getHead(world, 1)) as CheckRecord }
      }
      const summaryOf = (world: World) => world.gateOf(getHead(world, 1))?.output.summary

      test('the head says so again, although the sentence on it reads otherwise', async () => {
        const { world, check } = await stopped()
        Object.assign(check.output, { summary: check.output.summary?.replace(SENTENCE, 'Some groups were left out.') })
        await evaluation(world)
        expect(summaryOf(world)).toMatch(NOT_ALL)
      })

      test('the head says so again where the version before has written its check', async () => {
        const { world, check } = await stopped()
        Object.assign(check, { external_id: `tdd-gate:${'a'.repeat(16)}` })
        Object.assign(check.output, { summary: check.output.summary?.replace(SENTENCE, FIRST_SENTENCE) })
        await evaluation(world)
        expect(summaryOf(world)).toMatch(NOT_ALL)
      })

      test('nothing that others wrote makes the head say so', async () => {
        const { world, check } = await stopped()
        const [sentence = ''] = SENTENCE.exec(check.output.summary ?? '') ?? []
        expect(sentence).not.toBe('')
        world.record(getHead(world, 1), { kind: 'resume', at: LATER })
        await evaluation(world)
        const last = world.gateOf(getHead(world, 1)) as CheckRecord
        expect(last).toMatchObject(PASSED)
        Object.assign(last.output, { summary: `${last.output.summary}\n${sentence}` })
        world.branches.clear()
        world.record(getHead(world, 1), { kind: 'pause', at: '2026-04-01T00:00:00Z' })
        await evaluation(world)
        expect(summaryOf(world)).not.toMatch(NOT_ALL)
      })
    })

    test.each([
      ['of another base', 'gh-readonly-queue/main/next/pr-2-bbbbbbb'],
      ['with a name that says nothing', 'gh-readonly-queue/main/pr-2'],
    ])('%s stays as it is', async (_, branch) => {
      const world = await passed(branch)
      world.record(getHead(world, 1), { kind: 'pause' })
      expect(await evaluation(world)).toEqual([])
      expect(world.gateOf(GROUP)).toMatchObject(PASSED)
    })

    test('a merge group without that pull request stays as it is', async () => {
      const world = await passed()
      const other = world.open(3)
      for (const name of ['a', 'b', 'c']) other.commit({ [`${name}.md`]: 'v1' })
      await world.judge(3)
      await evaluation(world, 3)
      expect(world.gateOf(getHead(world, 3))).toMatchObject(PASSED)
      world.record(getHead(world, 3), { kind: 'pause', pullRequest: 3 })
      expect(await evaluation(world, 3)).toEqual([])
      expect(world.gateOf(getHead(world, 3))?.conclusion).toBe('failure')
      expect(world.gateOf(GROUP)).toMatchObject(PASSED)
    })

    test('is known by what the App said of it, whatever commit its name has', async () => {
      const world = await passed(`gh-readonly-queue/main/pr-2-${'c'.repeat(40)}`)
      world.record(getHead(world, 1), { kind: 'pause' })
      expect(await evaluation(world)).toMatchObject([{ kind: 'merge-group', base: group.base }])
      expect(world.gateOf(GROUP)).toMatchObject(FAILED)
    })

    test('is asked for only where green is lost; where GitHub does not tell, the head fails all the same', async () => {
      const world = await passed()
      await evaluation(world)
      expect(world.reads().filter(isAboutQueue)).toEqual([])
      world.record(getHead(world, 1), { kind: 'pause' })
      const route = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
      world.failures.push({ route, status: 403 }, { route, status: 403 })
      await evaluation(world)
      expect(world.reads().filter(isAboutQueue)).toHaveLength(2)
      expect(world.gateOf(getHead(world, 1))).toMatchObject({
        conclusion: 'failure',
        output: { summary: expect.stringMatching(NOT_ALL) },
      })
    })
  })
})

test('a head with a similar name belongs to no pull request', async () => {
  const world = openWorld()
  world.open(1, openPull())
  expect(await handle(world, { kind: 'head', head: 'e'.repeat(40) })).toEqual([])
})
