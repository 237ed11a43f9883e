/** The problems that S4 lists, each with its solution, carried out here. No test of a project runs. */
import { globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { parseClaims } from '../../src/operations/claims.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { perform } from '../../src/operations/runs/perform.ts'
import { getFolder, getSharedFolder } from '../support/folder.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const BRANCH = 'master/task-7-tax'
const LIST = {
  master: { tasks: [{ id: 7, title: 'Tax', status: 'pending', subtasks: [{ id: 1, title: 'A fifth' }] }] },
}
const cacheDir = getSharedFolder({})
let state = ''

beforeEach(() => {
  state = getFolder({})
  vi.stubEnv('XDG_STATE_HOME', state)
  return () => vi.unstubAllEnvs()
})

async function createProject(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, '.taskmaster/tasks/tasks.json': JSON.stringify(LIST) })
  return repo
}

async function call(name: string, { dir }: TestRepository, input = {}) {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (operation === undefined) throw new Error(name)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  const definition = await operation.load()
  return (await perform(operation, definition, definition.input.parse({ repo: dir, cacheDir, ...input }), hooks)).json
}
const start = (repo: TestRepository, input = {}) => call('start', repo, { task: '7', ...input })
const NEXT = { next: { phase: 'red', subtask: '7.1' } }

describe('a problem of S4', () => {
  test('a workflow in progress goes on, or begins anew beside it', async () => {
    await using repo = await createProject()
    await start(repo)
    await expect(start(repo)).rejects.toMatchObject({ code: 'branch-taken' })
    expect(await call('next', repo)).toMatchObject(NEXT)
    expect(await start(repo, { fresh: true })).toMatchObject({ branch: `${BRANCH}-2` })
  })

  test('a working tree that is not clean is committed, and the task starts', async () => {
    await using repo = await createProject()
    await repo.write({ 'notes.txt': 'later\n' })
    await expect(start(repo)).rejects.toMatchObject({ code: 'uncommitted-changes' })
    await repo.commit('chore: save work')
    expect(await start(repo)).toMatchObject({ branch: BRANCH })
  })

  test('damaged files of state change no answer, and the task can be ended and begun anew', async () => {
    await using repo = await createProject()
    await start(repo)
    const before = await call('next', repo)
    const files = globSync(`${state}/**/*`).filter((path) => statSync(path).isFile())
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) writeFileSync(path, '{"phase":')
    expect(await call('next', repo)).toMatchObject({ next: Object(before)['next'] })
    expect(await call('abort', repo)).toMatchObject({ kind: 'abort' })
    expect(await start(repo, { fresh: true })).toMatchObject({ branch: `${BRANCH}-2` })
  })

  test('a branch that exists already can be deleted, and the task starts again', async () => {
    await using repo = await createProject()
    const first = await start(repo)
    await repo.git('switch', '-q', 'main')
    await repo.git('branch', '-q', '-D', BRANCH)
    expect(await start(repo)).toMatchObject({ branch: BRANCH, plan: Object(first)['plan'] })
  })

  test('the task starts, and has its next step, where its state cannot be written', async () => {
    await using repo = await createProject()
    vi.stubEnv('XDG_STATE_HOME', join(getFolder({ file: '' }), 'file'))
    expect(await start(repo)).toMatchObject({ branch: BRANCH })
    expect(await call('next', repo)).toMatchObject(NEXT)
  })

  test('results that are not recognised are refused with an example that is', () => {
    expect(parseClaims('{"total":10,"passed":8,"failed":2,"skipped":0}')).toMatchObject({ passed: 8, failed: 2 })
    for (const unread of ['', '8 passed, 2 failed', '{"passed":', '[]', '{"tests":10}', '{"passed":-1}']) {
      const refusal = (() => {
        try {
          return parseClaims(unread)
        } catch (error) {
          return error
        }
      })()
      expect(refusal, unread).toBeInstanceOf(GateError)
      const [, example = ''] = /--results=(\S+)/.exec((refusal as GateError).suggestion.text) ?? []
      expect(parseClaims(example)).toMatchObject({ passed: 0 })
    }
  })
})
