/** A pull request, looked at: what is read, what is decided, and that nothing is written but what differs. */
import { describe, expect, test } from 'vitest'
import { getPull } from '../../../src/app/gate/command-facts.ts'
import { evaluatePullRequest } from '../../../src/app/gate/handle-event.ts'
import type { BranchFacts } from '../../../src/evidence/branch.ts'
import type { GitHub } from '../../../src/github/routes.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { ACTIONS, APP, addCheck } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'
import { PLAN, startTask } from './started-task.ts'

const ADDS = 'cart.test.ts > adds'
const red = (pull: Pull) => pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42.1' })
const green = (pull: Pull) => pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' }, { task: '42.1' })

async function judgedWorld(): Promise<{ world: World; pull: Pull }> {
  const world = openWorld()
  const pull = world.open(1)
  red(pull)
  green(pull)
  await world.judge(1)
  return { world, pull }
}

/** Answers only when nothing more is asked: counts how often one has to wait for the other. */
function inWaves(github: GitHub): { readonly github: GitHub; readonly waves: () => number } {
  let [waves, waiting]: [number, (() => void)[]] = [0, []]
  const release = () => {
    waves += 1
    for (const go of waiting.splice(0)) go()
  }
  const request = async (...asked: readonly unknown[]) => {
    if (waiting.length === 0) setTimeout(release, 1)
    await new Promise<void>((go) => waiting.push(go))
    return github.request(...(asked as unknown as Parameters<GitHub['request']>))
  }
  return { github: { request } as GitHub, waves: () => waves }
}

describe('a judged head', () => {
  test('what does not hang on each other is asked at the same time', async () => {
    const { world } = await judgedWorld()
    await world.look(1)
    const { github, waves } = inWaves(world.github)
    const evaluation = await evaluatePullRequest({ github, repository: REPOSITORY, number: 1, context: world.context })
    expect(evaluation.written).toMatchObject({ check: 'unchanged', comment: 'unchanged' })
    // One of them asks for the job that judged, because no token vouches here.
    expect(waves()).toBeLessThanOrEqual(8)
  })

  test('gets its check run and comment, with where the evidence is from', async () => {
    const { world, pull } = await judgedWorld()
    const evaluate = await world.look(1)
    expect(evaluate.written).toEqual({ check: 'created', comment: 'created', metadata: 'updated', evidence: 'none' })
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      status: 'completed',
      conclusion: 'success',
      details_url: expect.stringMatching(/actions\/runs\/\d+$/),
      output: {
        title: '2 commits accepted, 1 subtask done',
        summary: expect.stringContaining('trust: `verified-run`'),
      },
    })
    expect(world.comments[0]?.body).toContain('2 commits accepted')
    expect(world.comments[0]?.body).toMatch(/<!-- tdd-gate:start [0-9a-f]{40} -->/)
    expect(world.pulls.get(1)).toMatchObject({ labels: ['tdd: done'], body: 'Please' })
  })

  test('a head takes at most ten reads and three writes, and a second evaluation writes nothing', async () => {
    const { world } = await judgedWorld()
    await world.look(1)
    expect(world.reads().length).toBeLessThanOrEqual(10)
    expect(world.writes()).toHaveLength(3)
    await world.look(1)
    const again = await world.look(1)
    expect(again.written).toEqual({
      check: 'unchanged',
      comment: 'unchanged',
      metadata: 'unchanged',
      evidence: 'unchanged',
    })
    expect(world.reads().length).toBeLessThanOrEqual(10)
    expect(world.writes()).toEqual([])
  })

  test('a head takes ten reads where its base has moved and its workflows are known', async () => {
    const { world } = await judgedWorld()
    world.tip = 'e'.repeat(40)
    await world.look(1)
    await world.look(1)
    expect(world.reads().length).toBeLessThanOrEqual(10)
    expect(world.gateOf([...world.pulls.values()][0]?.story.facts().head ?? '')?.conclusion).toBe('success')
  })

  test('a new head gets a check run of its own, the old one stays', async () => {
    const { world, pull } = await judgedWorld()
    const before = pull.facts().head
    await world.look(1)
    pull.commit({ 'README.md': 'v1' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'action_required',
      output: { title: expect.stringMatching(/^No evidence for/) },
    })
    expect(world.gateOf(before)?.conclusion).toBe('success')
    await world.judge(1)
    await world.look(1)
    expect(world.writes().length).toBeLessThanOrEqual(3)
    expect(world.checks.filter(({ name }) => name === 'tdd-gate')).toHaveLength(2)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
  })

  test('the comment of the App is written again after another account edited or deleted it', async () => {
    const { world } = await judgedWorld()
    await world.look(1)
    const [comment] = world.comments
    const said = comment?.body ?? ''
    Object.assign(comment ?? {}, { body: said.replace('accepted', 'forged') })
    expect((await world.look(1)).written.comment).toBe('updated')
    expect(world.comments[0]?.body).toBe(said)
    world.comments.length = 0
    expect((await world.look(1)).written.comment).toBe('created')
  })

  test("a check of the same name by another App is not the gate's, and stays as it is", async () => {
    const { world, pull } = await judgedWorld()
    addCheck(world, { head_sha: pull.facts().head, app: ACTIONS, external_id: 'tdd-gate:1', conclusion: 'success' })
    world.record(pull.facts().head, { kind: 'pause' })
    Object.assign(world.checks.at(-1) ?? {}, { app: ACTIONS })
    expect((await world.look(1)).written.check).toBe('created')
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
  })

  test('labels of others stay', async () => {
    const { world, pull } = await judgedWorld()
    Object.assign(world.pulls.get(1) ?? {}, { labels: ['bug', 'tdd: red'] })
    await world.look(1)
    expect(world.pulls.get(1)?.labels).toEqual(['bug', 'tdd: done'])
    world.record(pull.facts().head, { kind: 'pause' })
    await world.look(1)
    expect(world.pulls.get(1)?.labels).toEqual(['bug', 'tdd: paused'])
  })
})

describe('no evidence', () => {
  test.each([
    ['no run', {}, 'action_required', /^No evidence for/],
    ['a draft in conflict', { mergeable: false }, 'action_required', /conflicts with its base/],
  ] as const)('%s', async (_, given, conclusion, title) => {
    const world = openWorld()
    const pull = world.open(1, openPull(), given)
    red(pull)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      status: 'completed',
      conclusion,
      output: { title: expect.stringMatching(title) },
    })
    expect(world.writes()).toHaveLength(2)
    await world.look(1)
    expect(world.writes()).toEqual([])
  })

  test.each([
    ['a run that still goes', { status: 'in_progress', conclusion: null }, 'action_required', /^Waiting for run/],
    [
      'a run that needs approval',
      { conclusion: 'action_required', hasArtifact: false },
      'action_required',
      /needs approval/,
    ],
    ['a run that failed early', { conclusion: 'failure', hasArtifact: false }, 'failure', /left no evidence/],
    ['a branch that is too large', { isTooLarge: true }, 'failure', /exceeds the size limits/],
    ['another base', { branch: (branch) => ({ ...branch, base: 'e'.repeat(40) }) }, 'failure', /refused/],
    [
      'a commit left out',
      { branch: (branch) => ({ ...branch, commits: branch.commits.slice(1) }) },
      'failure',
      /refused/,
    ],
    [
      'another tree of the base',
      { branch: (branch) => ({ ...branch, baseTree: 'e'.repeat(40) }) },
      'failure',
      /refused/,
    ],
    ['an event that judges nothing', { event: 'issues' }, 'action_required', /No evidence/],
    ['a lower level than is wanted', { level: 'self-published' }, 'failure', /refused/],
  ] as [string, Parameters<World['judge']>[1], string, RegExp][])('%s', async (_, given, conclusion, title) => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    green(pull)
    await world.judge(1, given)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion,
      output: { title: expect.stringMatching(title) },
    })
  })

  test('a finding leads to its commit, on the server that the pull request is on', async () => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    const { sha } = pull.green({ 'src/cart.ts': 'v1', 'cart.test.ts': 'v2' }, { [ADDS]: 'passed' }, { task: '42.1' })
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(sha)?.output.summary).toMatch(
      new RegExp(`\\]\\(https://github\\.\\w+/acme/shop/commit/${sha}\\)`),
    )
  })

  test('the status names every reason against refused evidence', async () => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    await world.judge(1, { branch: (branch) => ({ ...branch, baseTree: 'e'.repeat(40), commits: [] }) })
    await world.look(1)
    const { output } = world.gateOf(pull.facts().head) ?? {}
    expect(output?.summary).toMatch(/evidence of .* belongs to no commit of the branch/)
  })

  test('workflows that the pull request changes, and a base whose workflows changed since', async () => {
    const { world, pull } = await judgedWorld()
    world.changedFiles.push('.github/workflows/ci.yml')
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.output.summary).toContain('changes')
    world.changedFiles.length = 0
    world.tip = 'e'.repeat(40)
    world.workflows.set(world.tip, '8'.repeat(40))
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({ conclusion: 'failure' })
    expect(world.gateOf(pull.facts().head)?.output.summary).toContain('merge the base into the branch')
  })

  test.each([
    ['there is one', (world: World) => world.configs.set(world.tip, 'version: 1\n  test: [\n'), /Fix it on `main`/],
    ['it is fixed, and the branch has the old one', (_: World, base: string) => base, /merge `main` into the branch/],
  ])("a run that failed because of the base's configuration has that as its reason: %s", async (_, prepare, words) => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    const { base } = pull.facts()
    world.configs.set(base, 'version: 1\n  test: [\n')
    if (prepare(world, base) === base) world.tip = 'e'.repeat(40)
    await world.judge(1, { conclusion: 'failure', hasArtifact: false })
    await world.look(1)
    const { output } = world.gateOf(pull.facts().head) ?? {}
    expect(output?.title).toBe('The configuration on main is broken')
    expect(output?.summary).toMatch(/tdd-gate\.yml:\d+:\d+/)
    expect(output?.summary).toMatch(words)
  })

  test('the status says that the configuration of the base is a link; the App does not read it', async () => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    const { base } = pull.facts()
    world.configs.set(base, 'version: 1\n  test: [\n')
    world.links.add(base)
    world.tip = base
    await world.judge(1, { conclusion: 'failure', hasArtifact: false })
    await world.look(1)
    const { output } = world.gateOf(pull.facts().head) ?? {}
    expect(output?.title).toMatch(/left no evidence/)
    expect(output?.summary).toContain(
      '`.github/tdd-gate.yml` of the base is a symbolic link: tdd-gate does not read it',
    )
    expect(world.reads().join()).not.toContain('/contents/')
  })

  test('only where a run left nothing the configuration is read', async () => {
    const { world } = await judgedWorld()
    await world.look(1)
    expect(world.reads().join()).not.toContain('/contents/')
    world.open(2)
    await world.judge(2, { status: 'in_progress', conclusion: null })
    await world.look(2)
    expect(world.reads().join()).not.toContain('/contents/')
  })

  test('a better run beside a refused one is taken', async () => {
    const world = openWorld()
    const pull = world.open(1)
    red(pull)
    green(pull)
    await world.judge(1)
    await world.judge(1, { level: 'self-published' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
  })

  test('runs that left nothing hide none that did; how many are asked is bounded', async () => {
    const { world } = await judgedWorld()
    const nothing = { hasArtifact: false, conclusion: 'cancelled' }
    for (let n = 0; n < 5; n += 1) await world.judge(1, nothing)
    expect((await world.look(1)).status.conclusion).toBe('success')
    for (let n = 0; n < 50; n += 1) await world.judge(1, nothing)
    expect((await world.look(1)).status).toMatchObject({ notice: { code: 'run-without-evidence' } })
    expect(world.reads().filter((line) => line.endsWith('/artifacts'))).toHaveLength(10)
  })

  test('a fork is trusted as far as a fork can be', async () => {
    const { world, pull } = await judgedWorld()
    world.minimum = 'attested'
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('failure')
    const other = openWorld()
    other.minimum = 'attested'
    const forked = other.open(1, openPull(), { isFork: true })
    red(forked)
    green(forked)
    await other.judge(1)
    await other.look(1)
    expect(other.gateOf(forked.facts().head)?.conclusion).toBe('success')
  })

  test('the App writes nothing while GitHub does not answer', async () => {
    const { world } = await judgedWorld()
    world.failures.push(
      ...[1, 2, 3].map(() => ({ route: 'GET /repos/{owner}/{repo}/actions/runs' as const, status: 502 })),
    )
    await expect(world.look(1)).rejects.toMatchObject({ code: 'github-unavailable' })
    expect(world.writes()).toEqual([])
  })
})

test('a closed pull request is left alone', async () => {
  const { world } = await judgedWorld()
  Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
  expect(await world.look(1)).toMatchObject({ status: { notice: { code: 'closed' } }, written: { check: 'none' } })
  expect([world.reads().length <= 4, world.writes()]).toEqual([true, []])
})

describe('two pull requests with one head', () => {
  test('the check says the worst of both, and names both', async () => {
    const { world, pull } = await judgedWorld()
    world.open(2, pull)
    await world.look(1)
    const { conclusion, output } = world.gateOf(pull.facts().head) ?? {}
    expect({ conclusion, title: output?.title }).toEqual({
      conclusion: 'action_required',
      title: `#2: No evidence for ${pull.facts().head.slice(0, 9)} yet`,
    })
    expect(output?.summary).toContain('- #1: success')
    expect(output?.summary).toContain('- #2: action_required')
    await world.look(2)
    expect(world.writes().filter((line) => line.includes('check-runs'))).toEqual([])
  })

  test('a paused task stays paused in a second pull request until a person resumes it there, whichever of the two is closed', async () => {
    const { world, pull } = await judgedWorld()
    const { commits, head } = pull.facts()
    world.record(commits[0]?.sha ?? '', { kind: 'pause', at: '2026-01-01T12:00:00Z' })
    world.open(2, pull, { state: 'open' })
    await world.judge(2)
    Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
    await world.look(2)
    expect(world.gateOf(head)).toMatchObject({
      conclusion: 'failure',
      output: { title: 'Paused by @mona: because (said in #1)' },
    })
    world.record(commits[0]?.sha ?? '', { kind: 'resume', pullRequest: 2, at: '2026-01-01T13:00:00Z' })
    await world.look(2)
    expect(world.gateOf(head)?.conclusion).toBe('success')
  })

  test('a pull request from the branch of an ended task is ended too', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { state: 'closed', author: 'gate-app[bot]' })
    const start = startTask(world, pull)
    world.record(start, { kind: 'abort' })
    red(pull)
    world.open(2, pull)
    await world.judge(2)
    await world.look(2)
    expect(world.gateOf(pull.facts().head)?.output.title).toBe('Aborted by @mona: because (said in #1)')
  })

  describe('of which one is done', () => {
    const told = (world: World, number: number) => world.comments.find(({ issue }) => issue === number)?.body ?? ''
    const besides = { at: '2026-01-01T00:00:10Z', authors: [], isPusherKnown: true }

    test.each([
      ['is not judged yet', 'No evidence for', async () => undefined],
      [
        'was judged in vain',
        'left no evidence',
        (world: World) => world.judge(2, { hasArtifact: false, conclusion: 'failure' }),
      ],
    ])('its comment and commands say whose work holds the head back, where the other %s', async (_, words, prepare) => {
      const { world, pull } = await judgedWorld()
      world.open(2, pull)
      await prepare(world)
      const pullRequestEvaluation = await world.look(1)
      const says = getPull(pullRequestEvaluation, besides)
      for (const text of [told(world, 1), says.summary]) {
        expect(text).toContain(words)
        expect(text).not.toContain('The gate asks for no other step')
        expect(text).not.toMatch(/tdd-gate: (?:success|ready)/)
      }
      expect(says).toMatchObject({ title: expect.stringContaining(words) })
      world.pulls.delete(2)
      await world.look(1)
      expect(told(world, 1)).toContain('The gate asks for no other step')
    })

    test.each([
      ['another branch', {}, 'Close #2, or push a commit of your own'],
      ['the same branch, where a commit is of both', { headBranch: 'work-1' }, 'Close #2, or complete it'],
    ])('the advised step helps: %s', async (_, given, words) => {
      const { world, pull } = await judgedWorld()
      world.open(2, pull, { baseBranch: 'release', ...given })
      const evaluation = await world.look(1)
      const { title, reason } = getPull(evaluation, besides)
      expect(title).toMatch(/^#2 has the same head and is not done: /)
      expect(reason).toContain(words)
      expect(evaluation.status).toMatchObject({ conclusion: 'success', notice: null })
    })

    test('more other pull requests than the gate evaluates are reported too', async () => {
      const { world, pull } = await judgedWorld()
      for (const number of [2, 3, 4, 5, 6]) world.open(number, pull)
      expect(getPull(await world.look(1), besides)).toMatchObject({
        title: expect.stringMatching(/^More than 5 pull requests/),
        reason: expect.stringContaining('Close those that are not needed.'),
      })
    })

    test('an unfinished pull request has a note about the other one while that is unfinished', async () => {
      const { world, pull } = await judgedWorld()
      world.open(2, pull)
      await world.look(2)
      expect(told(world, 2)).not.toContain('same head')
      world.open(3, pull)
      await world.look(2)
      expect(told(world, 2)).toMatch(/- note: .*#3.* has the same head and is not done: No evidence/)
      expect(told(world, 2)).not.toContain('#1')
    })
  })

  test.each([
    ['another branch', {}],
    ['the same branch, for another base', { baseBranch: 'release', headBranch: 'work-1' }],
  ])('evidence for one from %s is skipped, however often it appears', async (_, given) => {
    const { world, pull } = await judgedWorld()
    await world.judge(1, { hasArtifact: false, conclusion: 'cancelled' })
    world.open(2, pull, given)
    for (let n = 0; n < 4; n += 1) await world.judge(2)
    expect((await world.look(1)).status.conclusion).toBe('success')
    Object.assign(world.pulls.get(2) ?? {}, { state: 'closed' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
  })

  test('evidence for another base is skipped, however often it appears', async () => {
    const { world } = await judgedWorld()
    const forRelease = { branch: (branch: BranchFacts) => ({ ...branch, baseBranch: 'release' }) }
    for (let n = 0; n < 4; n += 1) await world.judge(1, { event: 'workflow_dispatch', ...forRelease })
    expect((await world.look(1)).status.conclusion).toBe('success')
  })

  test('evidence of the other pull request alone is refused, and the advised step helps', async () => {
    const { world, pull } = await judgedWorld()
    Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
    world.open(2, pull, { headBranch: 'work-1' })
    const { status: says } = await world.look(2)
    expect(says).toMatchObject({ conclusion: 'failure', notice: { code: 'evidence-refused' } })
    expect(says.notice?.message).toContain('its index belongs to another pull request')
    expect(says.notice?.suggestion.text).toContain('`git commit --allow-empty')
    pull.commit({}, {}, { phase: 'neutral', subject: 'chore: judge again' })
    await world.judge(2)
    expect((await world.look(2)).status.conclusion).toBe('success')
  })

  test('a closed one has no say', async () => {
    const { world, pull } = await judgedWorld()
    world.open(2, pull, { state: 'closed' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
  })
})

describe('people', () => {
  test('an override holds for its head, and the status says so', async () => {
    const world = openWorld()
    const pull = world.open(1)
    green(pull)
    await world.judge(1)
    world.record(pull.facts().head, { kind: 'override', reason: 'flaky runner' })
    await world.look(1)
    const check = world.gateOf(pull.facts().head)
    expect(check).toMatchObject({ conclusion: 'success', output: { title: 'Overridden by @mona: flaky runner' } })
    expect(check?.output.summary).toContain('for this commit only')
    pull.commit({ 'README.md': 'v1' })
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('failure')
  })

  test.each(['head', 'first commit'])(
    'more decisions on the %s than are read are an error, because the last one is unknown',
    async (place) => {
      const { world, pull } = await judgedWorld()
      const { head, commits } = pull.facts()
      const on = place === 'head' ? head : (commits[0]?.sha ?? '')
      await world.look(1)
      for (let n = 0; n < 1_001; n += 1) world.record(on, { kind: 'resume', pullRequest: 2 })
      await world.look(1)
      const result = { conclusion: 'failure', output: { title: 'There are more decisions than are read' } }
      expect(world.gateOf(head)).toMatchObject(result)
      expect(world.gateOf(head)?.output.summary).toContain(
        `More than 1000 check runs of this App are on \`${on.slice(0, 9)}\``,
      )
      await world.look(1)
      expect(world.writes()).toEqual([])
    },
  )

  test('an override that lies on another commit than it says is none', async () => {
    const world = openWorld()
    const pull = world.open(1)
    green(pull)
    await world.judge(1)
    world.record(pull.facts().head, { kind: 'override', head: 'e'.repeat(40) })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.conclusion).toBe('failure')
  })

  test('an unreadable decision lets nothing pass', async () => {
    const { world, pull } = await judgedWorld()
    world.record(pull.facts().head, { kind: 'pause' })
    const said = world.checks.at(-1)
    Object.assign(said?.output ?? {}, { text: `${said?.output.text} `.replace('"pause"', '"stop"') })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'failure',
      output: { title: 'A decision cannot be read' },
    })
  })

  test('what they say on the first commit holds for what is pushed later', async () => {
    const { world, pull } = await judgedWorld()
    world.record(pull.facts().commits[0]?.sha ?? '', { kind: 'pause' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'failure',
      output: { title: 'Paused by @mona: because' },
    })
  })
})

describe('a task', () => {
  test('its plan is the one of the record, and its checklist follows the truth', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]`, body: 'A cart.\n' })
    const start = startTask(world, pull)
    red(pull)
    green(pull)
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'action_required',
      output: { title: expect.stringMatching(/write a failing test for 42\.2/) },
    })
    expect(world.pulls.get(1)).toMatchObject({ labels: ['tdd:main', 'tdd: red'] })
    expect(world.pulls.get(1)?.body).toContain('- [x] `42.1` Adding\n- [ ] `42.2` Taking out\n')
    expect(world.pulls.get(1)?.body).toContain(`<!-- tdd-gate:start ${start} -->`)
    Object.assign(world.pulls.get(1) ?? {}, { body: world.pulls.get(1)?.body.replace('- [ ] `42.2`', '- [x] `42.2`') })
    await world.look(1)
    expect(world.pulls.get(1)?.body).toContain('- [ ] `42.2` Taking out')
    await world.look(1)
    await world.look(1)
    expect(world.writes()).toEqual([])
  })

  const opened = (given: object = {}) => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]`, ...given })
    const start = startTask(world, pull)
    const shown = () => world.pulls.get(1) ?? { title: '', body: '' }
    return { world, pull, start, shown, edit: (change: object) => Object.assign(shown(), change) }
  }

  test('the title is the one that the task began with, and the label names its tag', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]`, title: 'Anything' })
    startTask(world, pull, undefined, { title: '#42 Cart', plan: { ...PLAN, tag: 'analytics' } })
    red(pull)
    await world.judge(1)
    await world.look(1)
    expect(world.pulls.get(1)).toMatchObject({ title: '#42 Cart', labels: ['tdd:analytics', 'tdd: green'] })
  })

  test('title and checklist are kept before there is any evidence', async () => {
    const { world, start, shown, edit } = opened({ title: 'All done, merge it', body: '- [x] `42.1` Adding\n' })
    expect((await world.look(1)).written.metadata).toBe('updated')
    expect(shown()).toMatchObject({ title: 'Task #42 [main]: Cart', labels: [] })
    expect(shown().body).toContain('- [ ] `42.1` Adding\n- [ ] `42.2` Taking out\n')
    expect(shown().body).toContain(`<!-- tdd-gate:start ${start} -->`)
    expect(world.reads().length).toBeLessThanOrEqual(10)
    expect(world.writes().length).toBeLessThanOrEqual(3)
    await world.look(1)
    expect(world.writes()).toEqual([])
    edit({ title: '  Task #42 [main]:  Cart ', body: shown().body.replaceAll('\n', '\r\n') })
    await world.look(1)
    expect(world.writes()).toEqual([])
    edit({ title: 'Task #43 [main]: Cart' })
    await world.look(1)
    expect(shown().title).toBe('Task #42 [main]: Cart')
    expect(world.writes()).toHaveLength(1)
  })

  test('while a push is not judged yet, proved subtasks stay ticked, and no tick by another account counts', async () => {
    const { world, pull, shown, edit } = opened()
    red(pull)
    green(pull)
    await world.judge(1)
    world.record(pull.facts().commits[0]?.sha ?? '', { kind: 'skip', subtask: '42.2' })
    await world.look(1)
    const before = shown().body
    expect(before).toMatch(/- \[x\] `42\.1` Adding\n- \[.\] `42\.2` Taking out \(skipped by `@mona`\)/)
    pull.commit({ 'README.md': 'v2' }, {}, { subject: 'docs: more' })
    await world.look(1)
    expect(shown().body).toBe(before)
    edit({ body: before.replace('Adding', 'Adding, or not').replace('## How it goes', '## Merge it') })
    await world.look(1)
    expect(shown().body).toBe(before.replace('[x] `42.1`', '[ ] `42.1`'))
    edit({ body: 'gone' })
    await world.look(1)
    expect(shown().body).toContain('- [ ] `42.1` Adding\n- [ ] `42.2` Taking out\n')
  })

  test("the title of what a person opened is that person's", async () => {
    const { world, shown } = opened({ author: 'mona', title: 'Mine' })
    await world.look(1)
    expect(shown().title).toBe('Mine')
  })

  test.each([
    ['another policy', 'd'.repeat(64), true],
    ['the same policy', undefined, false],
  ])('says when it was started under %s', async (_, policyDigest, isTold) => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]` })
    startTask(world, pull, policyDigest)
    red(pull)
    await world.judge(1)
    const { notes } = (await world.look(1)).report
    expect(notes.some((note) => note.startsWith('The policy of the base has changed'))).toBe(isTold)
  })

  test('rewritten, it is found by what the text says of where to look', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]` })
    const start = startTask(world, openPull())
    Object.assign(world.pulls.get(1) ?? {}, {
      body: `x\n<!-- tdd-gate:start ${start} -->`,
    })
    red(pull)
    await world.judge(1)
    expect((await world.look(1)).snapshot.task?.plan.id).toBe('42')
  })

  test('nothing passes when the task cannot be found any more', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: `${APP.slug}[bot]` })
    red(pull)
    green(pull)
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'failure',
      output: { title: 'The record of the task cannot be found' },
    })
  })
})
