import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGatedBranch, type GatedBranch, type RunEnd } from '../support/gated-branch.ts'
import { zip } from '../support/zip.ts'

/**
 * Two executions at RED; at GREEN one, its repeat, and RED's tree once more; one at the base. The sh suite cannot be aimed
 * at files.
 */
const CYCLE = { red: 2, green: 3 }
const BASE = 1
const WITHOUT_CANARY = expect.stringMatching(/^No canary ran/)
const getRuns = ({ executions, ran }: RunEnd) => ({ executions, ran })
const all = (count: number) => ({ executions: count, ran: count })

type Artifact = NonNullable<RunEnd['recorded']['artifact']>

let branch: GatedBranch
let first: RunEnd
let begin: { readonly main: string; readonly work: string; readonly artifact: Artifact | null }

/** A branch with one cycle, and what its first run left: every test goes on from there. */
beforeAll(async () => {
  branch = await createGatedBranch()
  await branch.red('a')
  await branch.green('a')
  first = await branch.run()
  const [main = '', work = ''] = (await branch.repo.git('rev-parse', 'main', 'work')).split('\n')
  begin = { main, work, artifact: first.recorded.artifact }
})

beforeEach(async () => {
  await branch.repo.git('checkout', '--quiet', '--force', '-B', 'main', begin.main)
  await branch.repo.git('checkout', '--quiet', '--force', '-B', 'work', begin.work)
  branch.github.runs.splice(0, Number.POSITIVE_INFINITY, first.recorded)
  branch.github.trees.clear()
  first.recorded.artifact = begin.artifact
})

afterAll(() => branch[Symbol.asyncDispose]())

test('the first run runs everything', () => {
  expect(getRuns(first)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
  expect(first.conclusion).toBe('success')
})

function setArtifact({ recorded }: RunEnd, change: (artifact: Artifact) => Artifact | null): void {
  recorded.artifact = recorded.artifact && change(recorded.artifact)
}

/** On the base, as a person would. */
async function changePolicy({ repo }: GatedBranch): Promise<void> {
  await repo.checkout('main')
  const config = await repo.git('show', 'main:.github/tdd-gate.yml')
  await repo.commit('stricter', {
    '.github/tdd-gate.yml': config.replace('isolation: off', 'isolation: off, refactor: off'),
  })
}

describe('the next push', () => {
  test('runs its new commit only, and is judged like the whole', async () => {
    await branch.red('b')
    const second = await branch.run()
    expect(getRuns(second)).toEqual(all(CYCLE.red))
    expect(second.verdicts).toEqual([...first.verdicts, 'red accepted'])
    expect(second.measured.reused).toEqual(second.judged.reused)
    expect([...second.judged.reused.values()]).toEqual(Array(3).fill({ id: first.origin.id, attempt: 1 }))
    expect(second.judged.notes).toEqual([WITHOUT_CANARY])
    await branch.green('b')
    const third = await branch.run()
    expect(getRuns(third)).toEqual(all(CYCLE.green))
    expect(third.conclusion).toBe('success')
    expect(new Set([...third.judged.reused.values()].map(({ id }) => id))).toEqual(
      new Set([first.origin.id, second.origin.id]),
    )
  })

  test('measures what a commit answers for under its new phase, though its tree was measured', async () => {
    const { git } = branch.repo
    await git('update-index', '--chmod=+x', 'checks/a.txt')
    await git('commit', '--quiet', '--message', 'test: more\n\nPhase: red\n')
    await git('reset', '--quiet', '--hard')
    expect((await branch.run()).verdicts.at(-1)).toBe('red rejected')
    await git('commit', '--quiet', '--amend', '--message', 'test: more\n\nPhase: characterize\n')
    const { verdicts, conclusion } = await branch.run()
    expect([verdicts.at(-1), conclusion]).toEqual(['red accepted', 'success'])
  })

  test('runs nothing where only messages, dates and authors are new', async () => {
    const { git } = branch.repo
    const [red, green] = (await git('rev-list', '--reverse', 'main..work')).split('\n')
    await git('reset', '--quiet', '--hard', 'main')
    for (const [commit, phase] of [
      [red, 'red'],
      [green, 'green'],
    ] as const) {
      await git('cherry-pick', '--no-commit', String(commit))
      const words = `${phase} in other words\n\nTask: a\nPhase: ${phase}\n`
      await git(
        'commit',
        '--quiet',
        '--message',
        words,
        '--date',
        '2030-01-01T00:00:00Z',
        '--author',
        'X <x@x.invalid>',
      )
    }
    expect(await git('rev-list', '--reverse', 'main..work')).not.toContain(red)
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(0))
    expect(again.conclusion).toBe('success')
    expect(again.judged.reused.size).toBe(3)
  })

  test('runs everything on a base that has moved: nothing was ever seen there', async () => {
    await branch.repo.checkout('main')
    await branch.repo.commit('more', { 'checks/more.txt': 'more\n', 'src/more.txt': 'more\n' })
    await branch.repo.checkout('work')
    await branch.repo.git('rebase', '--quiet', 'main')
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
    expect(again.conclusion).toBe('success')
    expect(again.judged.reused.size).toBe(0)
  })

  test('runs everything under a new policy, even where the workflows are the same', async () => {
    await changePolicy(branch)
    await branch.repo.git('rebase', '--quiet', 'main', 'work')
    branch.github.trees.set(first.origin.head, await branch.repo.git('rev-parse', 'main:.github'))
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
    expect(again.judged.policyDigest).not.toBe(first.judged.policyDigest)
    expect(again.judged.notes).toEqual([WITHOUT_CANARY])
  })

  test('runs everything when the base has other workflows now, and says why', async () => {
    await changePolicy(branch)
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
    expect(again.judged.notes).toContainEqual(
      expect.stringMatching(/9001.*\.github at its head is not that of the base/),
    )
  })

  test.each<[string, (artifact: Artifact) => Artifact | null]>([
    ['has expired', (artifact) => ({ ...artifact, expired: true })],
    ['was deleted', () => null],
  ])('runs everything where the evidence %s, and says so', async (_, lose) => {
    setArtifact(first, lose)
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
    expect(again.conclusion).toBe('success')
    expect(again.judged.notes).toContainEqual(
      expect.stringMatching(/^Run 9001 holds no reusable evidence .*expired or deleted/),
    )
  })
})

describe('the same head', () => {
  test('runs nothing in another run of the workflow', async () => {
    const again = await branch.run()
    expect(getRuns(again)).toEqual(all(0))
    expect(again.verdicts).toEqual(first.verdicts)
    expect(again.files).not.toEqual(first.files)
    expect(again.judged.notes).toEqual([])
  })

  test('is carried from run to run, without the runs that measured it', async () => {
    await branch.run()
    first.recorded.artifact = null
    const third = await branch.run()
    expect(getRuns(third)).toEqual(all(0))
    expect([...third.judged.reused.values()]).toEqual(Array(3).fill({ id: first.origin.id, attempt: 1 }))
    await branch.red('b')
    expect(getRuns(await branch.run())).toEqual(all(CYCLE.red))
  })

  test('runs everything when its own run is started again', async () => {
    const again = await branch.run({ id: first.origin.id, attempt: 2 })
    expect(getRuns(again)).toEqual(all(BASE + CYCLE.red + CYCLE.green))
    expect(again.verdicts).toEqual(first.verdicts)
  })
})

describe('two pushes after each other', () => {
  test('the second measures what the first has not published yet, and its judge takes what exists', async () => {
    const { artifact } = first.recorded
    first.recorded.artifact = null
    await branch.red('b')
    const second = await branch.run({ between: () => (first.recorded.artifact = artifact) })
    expect(getRuns(second)).toEqual(all(BASE + 2 * CYCLE.red + CYCLE.green))
    expect(second.verdicts).toEqual([...first.verdicts, 'red accepted'])
    expect(second.judged.reused.size).toBe(3)
  })

  test('a commit that the judge finds no evidence of any more is unmeasured, and says how to go on', async () => {
    const again = await branch.run({ between: () => (first.recorded.artifact = null) })
    expect(getRuns(again)).toEqual(all(0))
    expect(again.conclusion).toBe('unmeasurable')
    const [unmeasured] = again.judged.decision?.commits ?? []
    expect(unmeasured).toMatchObject({ verdict: 'unmeasured' })
    expect(unmeasured?.findings.map(({ message }) => message).join()).toMatch(/re-run all jobs/)
  })
})

/** What may be gone of a run's artifact. */
const LOSSES = ['nothing', 'everything', 'test results', 'a document', 'the token'] as const
type Loss = (typeof LOSSES)[number]

async function lose({ recorded, files }: RunEnd, loss: Loss): Promise<void> {
  const isLost = (name: string): boolean =>
    ({
      nothing: false,
      everything: true,
      'test results': name.startsWith('test-results/'),
      'a document': /^evidence\/[0-9a-f]{40}\.json$/.test(name),
      'the token': name.endsWith('.jwt'),
    })[loss]
  const rest = Object.entries(files).filter(([name]) => !isLost(name))
  const name = `tdd-gate-evidence-${recorded.record.run_attempt}`
  recorded.artifact = rest.length === 0 ? null : { name, bytes: await zip(Object.fromEntries(rest)), expired: false }
}

test('whatever is missing of earlier runs, what measuring skipped the judge accepts', async () => {
  await branch.red('b')
  const second = await branch.run()
  await branch.green('b')
  const third = await branch.run()
  const whole = third.verdicts
  await fc.assert(
    fc.asyncProperty(fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(...LOSSES))), async (losses) => {
      const earlier = [first, second, third]
      branch.github.runs.splice(0, Number.POSITIVE_INFINITY, ...earlier.map(({ recorded }) => recorded))
      for (const [n, loss] of losses.entries()) await lose(earlier[n] as RunEnd, loss)
      const again = await branch.run()
      expect(again.verdicts).toEqual(whole)
      expect(again.conclusion).toBe('success')
      expect(again.executions).toBe(again.ran)
      expect(again.measured.reused).toEqual(again.judged.reused)
      const hasWhole = losses[2] === 'nothing'
      if (hasWhole) expect(again.executions).toBe(0)
    }),
    { numRuns: 1 },
  )
})

/** From here on, branches of their own. */
test('a pull request uses what a push without pull request measured', async () => {
  await using branch = await createGatedBranch()
  await branch.red('a')
  expect(getRuns(await branch.run({ event: 'push' }))).toEqual(all(BASE + CYCLE.red))
  expect(getRuns(await branch.run({ event: 'pull_request' }))).toEqual(all(0))
})

/** A hundred are in the bench. */
test('of seven commits of which six have evidence, one runs', async () => {
  await using branch = await createGatedBranch()
  for (let n = 1; n <= 2; n += 1) {
    await branch.red(`t${n}`)
    await branch.green(`t${n}`)
    await branch.repo.commit(`docs: ${n}`, { 'README.md': `${n}\n` })
  }
  const first = await branch.run()
  expect(first.conclusion).toBe('success')
  await branch.red('last')
  const second = await branch.run()
  expect(second.verdicts).toHaveLength(7)
  expect(second.verdicts.slice(0, 6)).toEqual(first.verdicts)
  expect(getRuns(second)).toEqual(all(CYCLE.red))
})
