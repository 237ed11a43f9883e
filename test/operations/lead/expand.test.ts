import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOperation } from '../../../src/operations/catalog/run.ts'
import { getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository } from '../../support/repository.ts'
import { SHOP_ONCE } from '../../support/shop.ts'

const DOCUMENT = 'tasks/tasks.json'
const toTasks = (subtasks: readonly object[]) =>
  JSON.stringify({
    tasks: [
      { id: 7, title: 'Prices', subtasks },
      { id: 8, title: 'Tax' },
    ],
  })
const SUBTASKS = [
  { id: 1, title: 'A discount' },
  { id: 2, title: 'A coupon', dependencies: [1] },
]
/** Writes the answer into the list, where it is asked for subtasks; anything else it leaves alone. */
const toAgent = (written: string, more = '') =>
  `#!/bin/sh\nprompt=$(cat)\ncase "$prompt" in *subtasks*) printf '%s\\n' "$prompt" > "$(dirname "$0")/prompt"; printf '%s' '${written}' > ${DOCUMENT}; ${more};; esac\n`

async function createShop(agent: string) {
  const tools = getFolder({ agent })
  chmodSync(join(tools, 'agent'), 0o755)
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP_ONCE, [DOCUMENT]: toTasks([]) })
  const notes: string[] = []
  const run = (given: object, ask?: (question: string) => boolean) => {
    const input = { repo: repo.dir, cacheDir: getSharedCache(), task: '7', agent: join(tools, 'agent'), ...given }
    const onProgress: (typeof KEPT)['onProgress'] = (event) => void (event.kind === 'note' && notes.push(event.text))
    const asks = ask && { ask: async (question: string) => ask(question) }
    return runOperation.run(runOperation.input.parse(input), { ...KEPT, onProgress, ...asks })
  }
  const getBranch = () => repo.git('branch', '--show-current')
  return { repo, tools, notes, run, getBranch, [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose]() }
}

test('with `--expand` the agent writes the subtasks into the list, and the task begins with them', async () => {
  await using shop = await createShop(toAgent(toTasks(SUBTASKS)))
  const { json } = await shop.run({ confirm: false, expand: true })
  expect(json).toMatchObject({ end: 'idle', next: { subtask: '7.1' }, progress: { total: 2 } })
  expect(await shop.getBranch()).toBe('master/task-7-prices')
  expect(shop.notes.join('\n')).toMatch(/7\.1 +A discount[\s\S]*7\.2 +A coupon/)
  const prompt = readFileSync(join(shop.tools, 'prompt'), 'utf8')
  expect(prompt).toContain('Task 7: Prices')
  expect(prompt).toContain(DOCUMENT)
  expect(await shop.repo.git('status', '--porcelain')).toBe('')
  expect(await shop.repo.git('diff', '--name-only', 'main', 'HEAD')).toBe('')
  expect(shop.notes.join('\n')).toContain('git stash pop')
  await shop.repo.git('stash', 'pop')
  expect(readFileSync(join(shop.repo.dir, DOCUMENT), 'utf8')).toBe(toTasks(SUBTASKS))
})

test('a person is asked before the agent writes subtasks, and the whole task is one subtask where they decline', async () => {
  await using shop = await createShop(toAgent(toTasks(SUBTASKS)))
  const asked: string[] = []
  const { json } = await shop.run({}, (question) => asked.push(question) > 1)
  expect(asked[0]).toBe(`Task 7 has no subtasks. Let the agent write them into ${DOCUMENT}?`)
  expect(json).toMatchObject({ end: 'idle', progress: { total: 1 } })
})

test('without a terminal the exact command is named, and the agent is not asked for subtasks', async () => {
  await using shop = await createShop(toAgent(toTasks(SUBTASKS)))
  const { json } = await shop.run({ confirm: false })
  expect(json).toMatchObject({ progress: { total: 1 } })
  const agent = join(shop.tools, 'agent')
  expect(shop.notes.join('\n')).toContain(`tdd-gate run 7 --agent ${agent} --expand --no-confirm`)
})

test.each([
  ['no subtask', toTasks([]), '', 'bad-plan'],
  ['a subtask without a title', toTasks([{ id: 1 }]), '', 'bad-plan'],
  ['a first subtask with another id', toTasks([{ id: 5, title: 'A' }]), '', 'bad-plan'],
  ['another title of the task', toTasks(SUBTASKS).replace('Prices', 'Offers'), '', 'bad-plan'],
  ['another task away', toTasks(SUBTASKS).replace('Tax', 'Fees'), '', 'bad-plan'],
  ['code too', toTasks(SUBTASKS), 'echo 1 > src/more.js', 'uncommitted-changes'],
])('an agent that writes %s begins nothing', async (_, written, more, code) => {
  await using shop = await createShop(toAgent(written, more))
  await expect(shop.run({ confirm: false, expand: true })).rejects.toMatchObject({ code })
  expect(await shop.getBranch()).toBe('main')
})
