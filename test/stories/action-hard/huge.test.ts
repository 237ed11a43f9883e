import { globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../../src/github/read/evidence/archive.ts'
import { createBranch } from '../../support/branch.ts'
import type { JobEnd } from '../../support/job-end.ts'
import { getVerdicts, openOfflineJobs } from '../../support/offline-jobs.ts'
import type { Files } from '../../support/repository.ts'

/** Of evidence: what the text of a check run on GitHub holds, and room for words. */
const MAX_DOCUMENT = 60_000
/**
 * A runner of its own: `bulk.check` says how many tests there are and how many characters each prints, the Makefile how large the
 * report is made; each word of `*.words` is a test, which passes where src/words has it.
 */
const RUNNER = `import { closeSync, openSync, readFileSync, readdirSync, truncateSync, writeSync } from 'node:fs'
const [count, printed] = readFileSync('bulk.check', 'utf8').split(' ').map(Number)
const size = Number(readFileSync('Makefile', 'utf8'))
const words = readFileSync('src/words', 'utf8').split(/\\s+/)
const file = openSync(process.argv[2], 'w')
const output = printed > 0 ? '<system-out>' + 'x'.repeat(printed) + '</system-out>' : ''
let part = '<testsuites><testsuite name="all">'
for (let n = 0; n < count; n += 1) {
  part += '<testcase file="bulk.check" classname="bulk" name="number ' + n + ' does what it says" time="0.01">' + output + '</testcase>\\n'
  if (part.length > 1e6) part = void writeSync(file, part) ?? ''
}
const wanted = readdirSync('.').filter((name) => name.endsWith('.words')).flatMap((name) =>
  readFileSync(name, 'utf8').trim().split(/\\s+/).map((word) => [name, word]))
const failed = wanted.filter(([, word]) => !words.includes(word))
for (const [name, word] of wanted)
  part += '<testcase file="' + name + '" classname="w" name="' + word + '">' +
    (words.includes(word) ? '' : '<failure type="AssertionError" message="no ' + word + '">AssertionError: no ' + word + '</failure>') + '</testcase>'
writeSync(file, part + '</testsuite></testsuites>')
closeSync(file)
if (size > 0) truncateSync(process.argv[2], size)
process.exit(failed.length > 0 ? 1 : 0)
`
const CONFIG = `version: 1
test: { command: 'node runner.mjs {reports}/r.xml', reports: ['{reports}/r.xml'], timeout: 5m, reruns: 1 }
paths: { tests: ['*.check', '*.words'] }
`
const project = (bulk: string): Files => ({
  'package.json': '{ "type": "module" }\n',
  '.github/tdd-gate.yml': CONFIG,
  'runner.mjs': RUNNER,
  'bulk.check': bulk,
  Makefile: '0\n',
  'src/words': 'one\n',
})

interface Sizes {
  readonly documents: readonly number[]
  readonly files: readonly number[]
  readonly recorded: number
}

function getSizes(judged: JobEnd, measured: JobEnd): Sizes {
  const evidence = readdirSync(join(judged.folder, 'evidence')).filter((name) => name !== 'index.json')
  const kept = globSync('**/*', { cwd: judged.folder }).map((name) => statSync(join(judged.folder, name)).size)
  const blobs = globSync('recording/blobs/*', { cwd: measured.folder })
  return {
    documents: evidence.map((name) => judged.read(`evidence/${name}`).length),
    files: kept,
    recorded: blobs.reduce((sum, name) => sum + statSync(join(measured.folder, name)).size, 0),
  }
}

const MB = 1e6
const print = (title: string, { documents, files, recorded }: Sizes, startedAt: number) =>
  console.info(
    `${title}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s; largest document ${Math.max(...documents)} characters;`,
    `largest file ${(Math.max(...files) / MB).toFixed(1)} MB; recorded ${(recorded / MB).toFixed(1)} MB`,
  )

/** The bench has 50,000 of them. */
test('20,000 tests, one RED and one GREEN: evidence stays small', async () => {
  await using branch = await createBranch(project('20000 0'))
  await branch.red({ 'new.words': 'two\n' }, '1')
  await branch.green({ 'src/words': 'one two\n' }, '1')
  const jobs = await openOfflineJobs(branch)
  const startedAt = performance.now()
  const measured = await jobs.run('measure')
  const judged = await jobs.judge([measured])
  const sizes = getSizes(judged, measured)
  print('20,000 tests', sizes, startedAt)
  expect(getVerdicts(judged), judged.log).toEqual(['red 1 accepted', 'green 1 accepted'])
  expect(judged.outputs['conclusion']).toBe('success')
  expect(Math.max(...sizes.documents)).toBeLessThan(MAX_DOCUMENT)
  expect(Math.max(...sizes.files)).toBeLessThan(ARCHIVE_LIMITS.entryBytes)
  expect(sizes.files.reduce((sum, size) => sum + size, 0)).toBeLessThan(ARCHIVE_LIMITS.expandedBytes)
})

/** The bench reads ten times as much. */
test('a report of more than 50 MB is read like any other', async () => {
  await using branch = await createBranch(project('10000 5500'))
  await branch.commit('chore: settings\n\nPhase: neutral\n', { Makefile: '0 \n' })
  const jobs = await openOfflineJobs(branch)
  const startedAt = performance.now()
  const measured = await jobs.run('measure')
  const judged = await jobs.judge([measured])
  const sizes = getSizes(judged, measured)
  print('more than 50 MB', sizes, startedAt)
  expect(sizes.recorded).toBeGreaterThan(50 * MB)
  expect(getVerdicts(judged), judged.log).toEqual(['neutral - accepted'])
})

test('a report above the limit is refused, and the limit is named', async () => {
  await using branch = await createBranch(project('10 0'))
  await branch.commit('chore: more\n\nPhase: neutral\n', { Makefile: `${2 ** 27 + 1}\n` })
  const jobs = await openOfflineJobs(branch)
  const gated = await jobs.run('gate')
  expect(gated.outputs['conclusion']).toBe('unmeasurable')
  expect(gated.result).toContain('it has 134217729 bytes, more than the limit of 134217728')
})
