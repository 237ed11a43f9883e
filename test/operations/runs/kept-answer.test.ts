import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRepository } from '../../../src/git/repository.ts'
import { OPERATIONS } from '../../../src/operations/index.ts'
import type { OperationAnswer } from '../../../src/operations/operation.ts'
import { perform } from '../../../src/operations/runs/perform.ts'
import { getWorktreeFolder } from '../../../src/operations/runs/place.ts'
import { listTaskRuns } from '../../../src/operations/runs/task-run.ts'
import { getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type TestRepository } from '../../support/repository.ts'
import { GREEN, RED, SHOP } from '../../support/shop.ts'

const cacheDir = getSharedCache()
let repo: TestRepository
beforeAll(async () => {
  vi.stubEnv('XDG_STATE_HOME', getSharedCache())
  repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('work')
  await repo.commit('test\n\nPhase: red\n', RED)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await repo[Symbol.asyncDispose]()
})

interface Asked {
  readonly answer: OperationAnswer
  readonly kinds: readonly string[]
}

async function ask(name = 'next', input: object = {}): Promise<Asked> {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (operation === undefined) throw new Error(name)
  const kinds: string[] = []
  const hooks = {
    ...KEPT,
    onProgress: ({ kind }: { kind: string }) => void kinds.push(kind),
    signal: AbortSignal.timeout(60_000),
  }
  const answer = await perform(operation, await operation.load(), { repo: repo.dir, cacheDir, ...input }, hooks)
  return { answer, kinds }
}

const page = { width: 80, paint: (_: unknown, text: string) => text }

test.each(['next', 'verify'])('`%s` answers an unchanged branch as before, and judges nothing', async (name) => {
  const first = await ask(name)
  const second = await ask(name)
  expect(first.kinds).toContain('phase:start')
  expect(second.kinds).toEqual(['step:kept'])
  expect(second.answer.json).toEqual(first.answer.json)
  expect(second.answer.toText(page)).toBe(first.answer.toText(page))
  expect(second.answer.state).toEqual(first.answer.state)
})

test('`verify` with another option is another question', async () => {
  await ask('verify')
  const lines = await ask('verify', { lines: true })
  expect(lines.kinds).toContain('phase:start')
  const again = await ask('verify', { lines: true })
  expect([again.kinds, again.answer.json]).toEqual([['step:kept'], lines.answer.json])
})

test('an installed program makes the gate judge again', async () => {
  const programs = getFolder({ tool: '' })
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
  await ask('verify')
  expect((await ask('verify')).kinds).toEqual(['step:kept'])
  writeFileSync(join(programs, 'other'), '')
  expect((await ask('verify')).kinds).toContain('phase:start')
})

test('who removes the kept evidence has the branch judged again', async () => {
  const own = getFolder({})
  await ask('verify', { cacheDir: own })
  expect((await ask('verify', { cacheDir: own })).kinds).toEqual(['step:kept'])
  rmSync(own, { recursive: true })
  expect((await ask('verify', { cacheDir: own })).kinds).toContain('phase:start')
})

test('a working tree that `complete` refused is refused by `next` too, by rule and command, until it changes', async () => {
  const frozen = String(RED['test/discount.test.js'])
  await repo.write({ ...GREEN, 'test/discount.test.js': frozen.replace('200), 20', '100), 10') })
  expect((await ask('complete')).answer.json).toMatchObject({ verdict: 'rejected' })
  const { gitDir, top } = await openRepository(repo.dir)
  const folder = getWorktreeFolder({ gitDir, top }, process.env)
  const results = join(folder, 'runs', listTaskRuns(folder)[0]?.runId ?? '', 'test-results')
  const refused = readdirSync(results).find((name) => name.endsWith('-green-attempt1.json')) ?? ''
  expect(JSON.parse(readFileSync(join(results, refused), 'utf8'))).toMatchObject({
    verdict: 'rejected',
    command: expect.stringContaining('node'),
    timestamp: expect.any(String),
  })
  const { answer } = await ask()
  expect(answer.json).toMatchObject({
    next: {
      canProceed: false,
      errors: [expect.stringContaining('green-keeps-tests')],
      commands: [
        expect.stringMatching(/^tdd-gate commit .*--files test\/discount\.test\.js --phase red$/),
        expect.stringContaining('complete'),
      ],
    },
  })
  expect(answer.toText(page)).toMatch(/green-keeps-tests: .*\n[\s\S]*\n\$ tdd-gate commit .*--phase red\n/)
  await repo.write({ 'test/discount.test.js': frozen })
  expect((await ask()).answer.json).toMatchObject({ next: { canProceed: true } })
  await repo.git('clean', '-fdq')
})

test('a person who decides, an uncommitted file, a lent package that changed, a new commit and other options make the gate judge again', async () => {
  await repo.write({ '.gitignore': 'node_modules', 'notes.md': 'later' })
  await repo.write({ 'node_modules/rates/index.js': 'export const rate = 10\n' })
  expect((await ask()).kinds).toContain('phase:start')
  expect((await ask()).kinds).toEqual(['step:kept'])
  await repo.write({ 'node_modules/rates/index.js': 'export const rate = 20\n' })
  expect((await ask()).kinds).toContain('phase:start')
  await ask('pause')
  const paused = await ask()
  expect(paused.kinds).toContain('phase:start')
  expect(paused.answer.json).toMatchObject({ next: { action: 'wait' } })
  await repo.commit('docs: notes', { 'notes.md': 'now' })
  expect((await ask()).kinds).toContain('phase:start')
  expect((await ask('next', { base: 'main' })).kinds).toContain('phase:start')
})

test('an answer that was changed, or that another repository kept, is not used', async () => {
  await ask()
  const { gitDir, top } = await openRepository(repo.dir)
  const path = join(getWorktreeFolder({ gitDir, top }, process.env), 'kept-next.json')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('"title":"', '"title":"! '))
  expect((await ask()).kinds).toContain('phase:start')
  writeFileSync(path, text.slice(0, 100))
  expect((await ask()).kinds).toContain('phase:start')
  vi.stubEnv('PATH', `${process.env['PATH']}:/elsewhere`)
  expect((await ask()).kinds).toContain('phase:start')
})
