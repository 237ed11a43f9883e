import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import { toRunFiles } from '../../../src/render/run/files.ts'
import { toTriedFile } from '../../../src/render/run/results.ts'
import { judged, REJECTED, sha } from '../../support/decision.ts'

const about = { base: sha('0'), head: sha('d'), sequence: 'commits', notes: [], policy: DEFAULT_POLICY } as const
const read = (files: ReturnType<typeof toRunFiles>) => Object.fromEntries(files.map(({ path, text }) => [path, text]))

test('the folder of a run has the commits, the results of each phase and attempt, the work units and a report', () => {
  const attempt = judged({ sha: sha('b'), phase: 'green', verdict: 'attempt' })
  const green = judged({
    sha: sha('c'),
    phase: 'green',
    tests: { total: 3, passed: 3, failed: 0, errored: 0, skipped: 0, loadErrors: 0 },
  })
  const docs = judged({ sha: sha('d'), phase: 'neutral', subtask: null, tests: null })
  const decision = { ...REJECTED, conclusion: 'in_progress', commits: [judged({}), attempt, green, docs] } as const
  const files = read(toRunFiles(decision, about))
  expect(Object.keys(files)).toEqual([
    'commits.txt',
    'work-units.json',
    'test-results/subtask-42.1-red.json',
    'test-results/subtask-42.1-green.json',
    'test-results/subtask-42.1-green-attempt2.json',
    'pr.md',
  ])
  expect(files['commits.txt']?.split('\n')).toHaveLength(5)
  expect(JSON.parse(files['test-results/subtask-42.1-green-attempt2.json'] ?? '')).toMatchObject({
    schemaVersion: 1,
    commit: sha('c'),
    verdict: 'accepted',
    tests: { total: 3, passed: 3 },
  })
  expect(JSON.parse(files['work-units.json'] ?? '')).toMatchObject({ schemaVersion: 1, next: decision.next })
  expect(files['pr.md']).toContain('## Summary')
})

test('a result has how its tests ran, what failed and why, and a refused working tree has its number', () => {
  const failures = [{ test: 'a > b', error: 'Expected 201, got 500', stack: 'at src/a.js:3' }]
  const facts = {
    results: [{ sha: sha('a'), timestamp: '2026-01-15T14:25:30.000Z', failures }],
    context: { testCommands: [{ suite: '', directory: '.', command: 'npm test' }] },
  }
  const [, , red] = toRunFiles({ ...REJECTED, commits: [judged({})] }, { ...about, ...facts })
  expect(JSON.parse(red?.text ?? '')).toMatchObject({
    timestamp: '2026-01-15T14:25:30.000Z',
    command: 'npm test',
    summary: { total: 3, passed: 2, failed: 1, skipped: 0 },
    failures,
  })
  const tried = toTriedFile(judged({ phase: 'green', verdict: 'attempt' }), 2, facts)
  expect(tried.path).toBe('test-results/subtask-42.1-green-attempt2.json')
  expect(JSON.parse(tried.text)).toMatchObject({ attempt: 2, verdict: 'attempt', failures })
})

test('a finished task has its final suite, with the coverage that was demanded and measured', () => {
  const coverage = { totals: { lines: { covered: 9, total: 10 } }, patch: null }
  const green = judged({ sha: sha('c'), phase: 'green', coverage })
  const files = read(toRunFiles({ ...REJECTED, conclusion: 'success', commits: [green], next: null }, about))
  expect(JSON.parse(files['test-results/final-suite.json'] ?? '')).toMatchObject({
    schemaVersion: 1,
    commit: sha('c'),
    tests: { total: 3 },
    coverage: { lines: 90 },
    isCoverageMeasured: true,
    demanded: { lines: 80, patch: 80 },
  })
})

test('a final suite demands no coverage that nothing measured, or that the gate measured by itself', () => {
  const own = { totals: { lines: { covered: 9, total: 10 } }, patch: null, isByDefault: true } as const
  for (const coverage of [null, own]) {
    const green = judged({ sha: sha('c'), phase: 'green', coverage })
    const files = read(toRunFiles({ ...REJECTED, conclusion: 'success', commits: [green], next: null }, about))
    expect(JSON.parse(files['test-results/final-suite.json'] ?? '')).toMatchObject({
      isCoverageMeasured: coverage !== null,
      demanded: null,
    })
  }
})

test.each(['../../x', 'a/b', '.git', 'x'.repeat(300)])('a subtask %j makes no other path', (subtask) => {
  const files = toRunFiles({ ...REJECTED, commits: [judged({ subtask })] }, about)
  const path = files.find((file) => file.path.startsWith('test-results/'))?.path ?? ''
  expect(path).toMatch(/^test-results\/subtask-_[\w.-]{0,60}-red\.json$/)
})

test('the test context of a run has the framework, the pattern, example tests, planned files and gaps, in bounds', () => {
  const unrunLines = Array.from({ length: 60 }, (_, index) => ({ path: 'src/a.ts', first: index + 1, last: index + 1 }))
  const command = { suite: '', directory: '.', command: 'npm test', framework: 'vitest' }
  const known = { testConvention: 'test/*.test.ts', nearbyTests: ['test/a.test.ts'], plannedFiles: ['src/b.ts'] }
  const context = { testCommands: [command], ...known, unrunLines }
  const text = read(toRunFiles(REJECTED, { ...about, context }))['test-context.json'] ?? ''
  expect(JSON.parse(text)).toEqual({ schemaVersion: 1, ...context, unrunLines: unrunLines.slice(0, 50) })
  const files = read(toRunFiles(REJECTED, { ...about, context: { testCommands: [command] } }))
  expect(files['test-context.json']).toBeUndefined()
})
