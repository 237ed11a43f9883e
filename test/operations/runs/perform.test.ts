import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyLog } from '../../../src/evidence/log.ts'
import { openRepository } from '../../../src/git/repository.ts'
import { OPERATIONS } from '../../../src/operations/index.ts'
import { perform } from '../../../src/operations/runs/perform.ts'
import { getWorktreeFolder, listCalls } from '../../../src/operations/runs/place.ts'
import { readState } from '../../../src/operations/runs/state.ts'
import { findCurrentRun, listTaskRuns, readTaskRun } from '../../../src/operations/runs/task-run.ts'
import type { ProgressEvent } from '../../../src/render/text/progress.ts'
import { getFolder, getSharedFolder } from '../../support/folder.ts'
import { createRepository } from '../../support/repository.ts'
import { RED, SHOP } from '../../support/shop.ts'

const cacheDir = getSharedFolder({})
beforeEach(() => vi.stubEnv('XDG_STATE_HOME', getFolder({})))
afterEach(() => vi.unstubAllEnvs())

async function call(
  name: string,
  repo: string,
  onProgress: (event: ProgressEvent) => void = () => undefined,
  input = {},
) {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (operation === undefined) throw new Error(name)
  const hooks = { onProgress, signal: new AbortController().signal }
  return perform(operation, await operation.load(), { repo, cacheDir, ...input }, hooks)
}
const findFolder = async (dir: string) => getWorktreeFolder(await openRepository(dir), process.env)

test('a call leaves its events, its answer and the state, which git rebuilds after damage', async () => {
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('work')
  await repo.commit('test\n\nPhase: red\n', RED)
  const kinds: string[] = []
  await call('next', repo.dir, ({ kind }) => kinds.push(kind))
  const folder = await findFolder(repo.dir)
  const [name = ''] = listCalls(folder)
  const log = readFileSync(join(folder, 'calls', name, 'log.jsonl'), 'utf8')
  expect(verifyLog(log)).toEqual([])
  const events = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).event)
  expect(events).toEqual(['started', ...kinds, 'ended'])
  expect(kinds).toEqual(expect.arrayContaining(['phase:start', 'test:run']))
  expect(JSON.parse(readFileSync(join(folder, 'calls', name, 'answer.json'), 'utf8')).next.phase).toBe('green')

  expect(readdirSync(join(folder, 'calls', name)).toSorted()).toEqual(['answer.json', 'log.jsonl', 'manifest.json'])
  const [run] = listTaskRuns(folder)
  expect(run).toMatchObject({ taskId: null, branch: 'work', status: 'running', totalCommits: 1 })
  const names = ['commits.txt', 'work-units.json', 'test-results', 'manifest.json']
  expect(readdirSync(join(folder, 'runs', run?.runId ?? ''))).toEqual(expect.arrayContaining(names))

  const { gitDir } = await openRepository(repo.dir)
  const state = readState(folder, gitDir)
  expect(state).toMatchObject({ head: await repo.git('rev-parse', 'HEAD'), subtasks: [{ status: 'red' }] })
  expect(readState(folder, '/another/.git')).toBeNull()
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state).slice(0, 40))
  expect(readState(folder, gitDir)).toBeNull()
  await call('status', repo.dir)
  expect(readState(folder, gitDir)).toMatchObject({ head: state?.head, subtasks: state?.subtasks })
})

test('two worktrees have folders of their own, and two calls at once do not disturb each other', async () => {
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('work')
  await repo.commit('test\n\nPhase: red\n', RED)
  const other = join(getFolder({}), 'other')
  await repo.git('worktree', 'add', '-q', '-b', 'more', other, 'main')
  await Promise.allSettled([call('next', repo.dir), call('status', repo.dir), call('next', other)])
  const [one, two] = await Promise.all([repo.dir, other].map(findFolder))
  expect(one).not.toBe(two)
  expect(
    listCalls(one ?? '')
      .map((name) => name.split('-').at(-1))
      .toSorted(),
  ).toEqual(['next', 'status'])
  for (const name of listCalls(one ?? ''))
    expect(verifyLog(readFileSync(join(one ?? '', 'calls', name, 'log.jsonl'), 'utf8'))).toEqual([])
  expect(readdirSync(two ?? '')).not.toContain('state.json')
})

test('a state folder that cannot be written stops no work', async () => {
  vi.stubEnv('XDG_STATE_HOME', join(getFolder({ file: '' }), 'file'))
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('work')
  await repo.commit('test\n\nPhase: red\n', RED)
  const notes: string[] = []
  await call('next', repo.dir, (event) => void (event.kind === 'note' && notes.push(event.text)))
  expect(notes.join()).toContain('not recorded')
})

test('a folder of a call that is lost meanwhile stops no work', async () => {
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('work')
  await repo.commit('test\n\nPhase: red\n', RED)
  const folder = await findFolder(repo.dir)
  const notes: string[] = []
  const answer = await call('next', repo.dir, (event) => {
    if (event.kind === 'phase:start') rmSync(folder, { recursive: true, force: true })
    if (event.kind === 'note') notes.push(event.text)
  })
  expect(answer.exit).toBe(0)
  expect(notes.join()).toContain('not recorded')
})

const TASK = `id: 7
title: Discounts
subtasks:
  - { id: 7.1, title: Ten percent off from 100 on }
`

test('a task has one run from its start on, whose status follows what people say, and damage is made good', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { ...SHOP, 'task.yml': TASK })
  const folder = await findFolder(repo.dir)
  mkdirSync(join(folder, 'runs/20260101T000000.000Z-1-next'), { recursive: true })
  await call('start', repo.dir, undefined, { task: join(repo.dir, 'task.yml') })
  const [started, ...others] = listTaskRuns(folder)
  const seconds = Number(await repo.git('log', '-1', '--format=%at'))
  const startTime = new Date(seconds * 1_000).toISOString()
  const runId = `master__task-7__${startTime.replace(/[:.]/g, '-')}`
  const about = { runId, taskId: '7', tag: 'master', branch: 'master/task-7-discounts', startTime }
  expect(started).toMatchObject({ ...about, projectRoot: repo.dir, status: 'running', currentSubtask: '7.1' })
  expect(others).toEqual([])
  const readPointer = () => JSON.parse(readFileSync(join(folder, 'tags/master/current-run.json'), 'utf8'))
  expect(readPointer()).toEqual({ schemaVersion: 1, ...about, status: 'running' })

  const readLog = () => readFileSync(join(folder, 'runs', runId, 'log.jsonl'), 'utf8')
  const readEvents = () =>
    readLog()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
  const begun = ['phase:start', 'phase:complete', 'branch:created', 'phase:start']
  expect(readEvents()).toEqual(begun)
  const readCheckpoint = () => JSON.parse(readFileSync(join(folder, 'runs', runId, 'state.json'), 'utf8'))
  expect(readCheckpoint()).toMatchObject({
    runId,
    status: 'running',
    pendingSubtasks: ['7.1'],
    nextAction: { type: 'write-failing-test', subtask: '7.1', phase: 'red' },
    checkpoint: { subtaskId: '7.1', phase: 'red', attemptNumber: 1 },
    canResume: true,
  })
  await expect(call('next', repo.dir, undefined, { runId: 'a__task-1__x' })).rejects.toThrow(`are ${runId}`)
  await call('pause', repo.dir, undefined, { runId })
  expect(readTaskRun(folder, runId)).toMatchObject({ status: 'paused', endTime: null })
  expect(readCheckpoint()).toMatchObject({ status: 'paused', nextAction: { subtask: '7.1' } })
  await call('next', repo.dir)
  expect(readPointer()).toMatchObject({ status: 'paused' })
  expect((await call('abort', repo.dir)).json).toMatchObject({ kind: 'abort', reason: 'no reason given' })
  expect(readPointer()).toMatchObject({ status: 'failed' })
  expect(readEvents()).toEqual([...begun, 'pause', 'abort'])
  expect(verifyLog(readLog())).toEqual([])
  expect((await call('runs', repo.dir)).json).toMatchObject({
    runs: [{ runId, status: 'failed', interventions: 2 }],
    metrics: { runs: { failed: 1 }, meanDurationMs: null, interventionPercent: 100 },
  })
  await repo.git('switch', '-q', 'main')
  await expect(call('resume', repo.dir, undefined, { runId })).rejects.toMatchObject({
    suggestion: { commands: [`git switch ${about.branch}`] },
  })
  await repo.git('switch', '-q', about.branch)

  writeFileSync(join(folder, 'runs', runId, 'manifest.json'), '{"runId":')
  writeFileSync(join(folder, 'runs', runId, 'log.jsonl'), readLog().replace('"abort"', '"resume"'))
  expect(listTaskRuns(folder)).toEqual([])
  await call('next', repo.dir)
  expect(await findCurrentRun(await openRepository(repo.dir))).toMatchObject({ ...about, status: 'failed' })
  expect(readEvents()).toEqual(begun)
  expect(readdirSync(join(folder, 'runs', runId))).toContain('log.damaged.jsonl')
})
