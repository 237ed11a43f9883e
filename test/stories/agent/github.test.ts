/** A scripted agent that knows only its next step: a task of Task Master from an issue on GitHub to the merge. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAppStory } from '../../support/app-story.ts'
import { getFolder } from '../../support/folder.ts'
import { type Answer, type RunOptions, runCli } from '../../support/run-cli.ts'
import { nodeTest, SHOP } from '../../support/shop.ts'

const DOCUMENT = '.taskmaster/tasks/tasks.json'
const open = { status: 'pending', dependencies: [] }
const subtasks = ['Halves', 'Thirds'].map((title, index) => ({ ...open, id: index + 1, title }))
const PROJECT = {
  ...(SHOP as Record<string, string>),
  [DOCUMENT]: JSON.stringify({ master: { tasks: [{ ...open, id: 7, title: 'Prices', subtasks }] } }),
  '.github/tdd-gate.yml': `version: 1\ntest: { reruns: 1 }\ntasks: { path: ${DOCUMENT} }\n`,
}

interface Unit {
  readonly phase: string
  readonly subtask: string
  readonly commands: readonly string[]
}

const DIVISORS: Readonly<Record<string, number>> = { '7.1': 2, '7.2': 3 }

/** What the agent writes for a step. */
function work({ phase, subtask }: Unit, mistake = 0): Readonly<Record<string, string>> {
  const n = DIVISORS[subtask] ?? 0
  if (phase === 'green') return { [`src/part${n}.js`]: `export const part = (x) => x / ${n + mistake}\n` }
  const body = `assert.equal(part(60), ${60 / n})`
  return { [`test/part${n}.test.js`]: nodeTest(`../src/part${n}.js`, 'part', { divides: body }) }
}

test('an agent takes a task from its issue, over a failed attempt and a kill, to a merge that the App allows', async () => {
  const { github, shop, gate, ada, mona, settled, checkOf } = await openAppStory({ project: PROJECT })
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const issue = await github.as(mona).openIssue(shop, { title: 'Prices by parts', body: 'Task 7 of the list.' })
  const clone = await github.as(ada).clone(shop)
  await clone.git('config', 'user.name', 'ada')
  await clone.git('config', 'user.email', 'ada@example.com')
  const folder = getFolder({})
  const env = {
    TDD_GATE_CACHE: join(folder, 'cache'),
    XDG_STATE_HOME: join(folder, 'state'),
    GITHUB_TOKEN: github.as(ada).token,
    GITHUB_API_URL: github.apiUrl,
  }
  const call = (words: string, more: RunOptions = {}): Promise<Answer> =>
    runCli(words.split(' '), { cwd: clone.folder, env, ...more })
  const ask = async (): Promise<Unit | null> => JSON.parse((await call('next --json')).stdout).next
  /** Runs what the step says, up to the question for the next one. */
  const obey = async ({ commands }: Unit, more: RunOptions & { readonly suffix?: string } = {}) => {
    const [first = ''] = commands
    expect(commands).toEqual(['tdd-gate commit', 'tdd-gate next'])
    return call(`${first.replace('tdd-gate ', '')}${more.suffix ?? ''}`, more)
  }

  const started = await call(`start 7 --issue ${issue}`)
  expect(started.stdout, started.stderr).toContain('The App opened pull request #')
  const number = [...shop.issues.values()].find(({ pull }) => pull !== null)?.number ?? 0
  expect(shop.issues.get(number)?.title).toBe('Task #7 [master]: Prices')

  const steps: string[] = []
  for (let unit = await ask(); unit !== null && steps.length < 9; unit = await ask()) {
    const step = `${unit.phase} ${unit.subtask}`
    const isRepeated = steps.includes(step)
    steps.push(step)
    const isAttempt = step === 'green 7.1' && !isRepeated
    await clone.write(work(unit, isAttempt ? 1 : 0))
    if (isAttempt) {
      expect(await obey(unit, { suffix: ' --attempt' })).toMatchObject({ code: 0 })
      await clone.push()
      await settled()
      expect(checkOf(number)?.output.title).toMatch(/^GREEN 7\.1 attempt 1 of 3/)
      expect(await github.as(ada).merge(shop, number)).toMatchObject({ status: 405 })
    } else if (step === 'red 7.2' && !isRepeated) {
      const killed = await obey(unit, { onStderr: (_, child) => child.kill('SIGKILL') })
      expect(killed.signal).toBe('SIGKILL')
    } else expect(await obey(unit)).toMatchObject({ code: 0 })
  }
  expect(steps).toEqual(['red 7.1', 'green 7.1', 'green 7.1', 'red 7.2', 'red 7.2', 'green 7.2'])
  await clone.push()
  await settled()
  expect(checkOf(number)).toMatchObject({
    conclusion: 'success',
    output: { title: expect.stringContaining('2 subtasks done') },
  })
  expect(await call('verify')).toMatchObject({ code: 0 })
  github.as(ada).markReady(shop, number)
  expect(await github.as(ada).merge(shop, number)).toMatchObject({ status: 200 })
  await settled()
  expect(shop.issues.get(issue)?.state).toBe('closed')
})
