/** The loop of S4 as an agent leads it that reads nothing but answers: three subtasks, over a failed attempt, a pause and an end. */
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

export const MAX_CALLS = 20
export const MAX_CHARACTERS = 25_000

type Call = 'start' | 'next' | 'complete' | 'commit' | 'pause' | 'resume' | 'abort' | 'status' | 'finalize'
/** Numbers that the agent read in the output of its own test run. */
export interface Results {
  readonly total: number
  readonly passed: number
  readonly failed: number
}
/** The keys of an answer that the agent goes by. */
export interface LoopAnswer {
  readonly nextAction?: string
  readonly currentSubtask?: { readonly id: string } | null
  readonly findings?: readonly { readonly rule: string }[]
}
/** @param results those of `complete` */
export type Door = (call: Call, results?: Results) => Promise<LoopAnswer>

interface Led {
  readonly calls: number
  /** Of all answers, as JSON. */
  readonly characters: number
  /** Each step that an answer asked for, with its subtask. */
  readonly asked: readonly string[]
  /** Rules of all findings. */
  readonly found: readonly string[]
  readonly status: LoopAnswer
  readonly finalized: LoopAnswer
}

const open = { status: 'pending', dependencies: [] }
const SUBTASKS = [
  { ...open, id: 1, title: 'A discount' },
  { ...open, id: 2, title: 'A tax' },
  { ...open, id: 3, title: 'Shipping' },
]

/** @returns a repository with a task list, and nothing begun */
export async function openTaskList(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  const tasks = [{ ...open, id: 7, title: 'Prices', subtasks: SUBTASKS }]
  await repo.commit('base', { ...SHOP, '.taskmaster/tasks/tasks.json': JSON.stringify({ master: { tasks } }) })
  return repo
}

const write = (name: string, by: number): Files => ({
  [`src/${name}.js`]: `export const ${name} = (total) => total / ${by}\n`,
})
const test = (name: string, expected: number): Files => ({
  [`test/${name}.test.js`]: nodeTest(`../src/${name}.js`, name, {
    divides: `assert.equal(${name}(60), ${expected})`,
  }),
})

interface Subtask {
  readonly red: Files
  /** What is tried, one after the other: the last one is right. */
  readonly greens: readonly Files[]
  /** Tests that pass before it. */
  readonly before: number
}

const WORK: Readonly<Record<string, Subtask>> = {
  '7.1': { red: test('discount', 30), greens: [write('discount', 3), write('discount', 2)], before: 1 },
  '7.2': { red: test('tax', 20), greens: [write('tax', 3)], before: 2 },
  '7.3': { red: test('shipping', 15), greens: [write('shipping', 4)], before: 3 },
}

/** Leads the task to its end by answers alone. */
export async function leadLoop(repo: TestRepository, door: Door): Promise<Led> {
  let [calls, characters] = [0, 0]
  const asked: string[] = []
  const found: string[] = []
  const tried: Record<string, number> = {}
  const call: Door = async (name, results) => {
    calls += 1
    const answer = await door(name, results)
    characters += JSON.stringify(answer).length
    found.push(...(answer.findings ?? []).map(({ rule }) => rule))
    return answer
  }
  let id = ''
  /** Does what the answer asks for. */
  const work = async ({ nextAction = '' }: LoopAnswer): Promise<LoopAnswer> => {
    const { red = {}, greens = [], before = 0 } = WORK[id] ?? {}
    if (nextAction === 'generate_test') {
      await repo.write(red)
      return call('complete', { total: before + 1, passed: before, failed: 1 })
    }
    if (nextAction === 'implement_code') {
      const attempt = tried[id] ?? 0
      tried[id] = attempt + 1
      const isRight = attempt === greens.length - 1
      await repo.write(greens[attempt] ?? {})
      return call('complete', { total: before + 1, passed: before + Number(isRight), failed: Number(!isRight) })
    }
    if (nextAction === 'commit_changes') return call('commit')
    throw new Error(`an answer asks for ${nextAction}`)
  }
  let answer = await call('start')
  while (answer.nextAction !== 'complete' && calls < 2 * MAX_CALLS) {
    const isNew = answer.currentSubtask !== undefined && answer.currentSubtask?.id !== id
    id = answer.currentSubtask?.id ?? id
    // As in the manual: the context of a subtask, before its test.
    if (isNew && asked.at(-1)?.startsWith('resumed') !== true) answer = await call('next')
    const step = `${answer.nextAction} ${id}`
    asked.push(step)
    answer = await work(answer)
    // In the middle of a subtask, and between two of them.
    const stop = { 'generate_test 7.2': 'pause', 'commit_changes 7.2': 'abort' }[step] as Call | undefined
    if (stop === undefined) continue
    await call(stop)
    answer = await call('resume')
    asked.push(`resumed after ${stop}`)
  }
  return { calls, characters, asked, found, status: await call('status'), finalized: await call('finalize') }
}

const cycle = (id: string) => [`generate_test ${id}`, `implement_code ${id}`, `commit_changes ${id}`]
const [red = '', ...rest] = cycle('7.2')

/** What a whole loop did, without its costs. */
export const WHOLE_LOOP = {
  asked: [
    ...cycle('7.1').toSpliced(1, 0, 'implement_code 7.1'),
    red,
    'resumed after pause',
    ...rest,
    'resumed after abort',
    ...cycle('7.3'),
  ],
  // The failed attempt: no claim is called wrong.
  found: ['green-passes-drivers'],
  status: { phase: 'COMPLETE', progress: { completed: 3, total: 3, percentage: 100 } },
  finalized: {
    conclusion: 'success',
    commits: ['start', ...Array.from({ length: 3 }, () => ['red', 'green']).flat()].map((phase) => {
      return { phase, verdict: 'accepted' }
    }),
  },
}
