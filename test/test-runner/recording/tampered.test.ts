import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Execution } from '../../../src/test-runner/execution.ts'
import { readRecording } from '../../../src/test-runner/recording/read-recording.ts'
import { createRecorder } from '../../../src/test-runner/recording/record.ts'
import { createReplayer } from '../../../src/test-runner/recording/replay.ts'
import { getFolder } from '../../support/folder.ts'
import { createMeasurerState, nodeTests, suite } from '../../support/measuring.ts'
import { asMeasured, getLines, WHOLE, writeLines } from '../../support/recording.ts'
import { getDigests } from '../../support/recording-digests.ts'

const FILES = { 'package.json': '{"type":"module"}', 'a.test.js': nodeTests({ a: true }) }
const LISTED = new Map(Object.keys(FILES).map((path) => [path, { mode: '100644', id: '' }]))
const AIMED = { ...WHOLE, files: ['a.test.js'] }

interface Original {
  readonly folder: string
  readonly tree: string
  readonly whole: Execution
  readonly aimed: Execution
}

/** One recording of two executions, kept until the last test has its copy of it. */
let original: Original

beforeAll(async () => {
  const folder = join(tmpdir(), `tdd-gate-tampered-${randomBytes(6).toString('hex')}`)
  const recorder = createRecorder(folder, { secrets: [], shard: null })
  await using bench = await createMeasurerState({ recorder })
  const whole = await bench.measure(FILES)
  const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  const aimed = await bench.measurer.execute(tree, AIMED)
  recorder.end(null)
  original = { folder, tree, whole, aimed }
  return () => rmSync(folder, { recursive: true })
})

async function copy(): Promise<string> {
  const folder = join(getFolder({}), 'recording')
  await cp(original.folder, folder, { recursive: true })
  return folder
}

const replay = (folder: string) =>
  createReplayer({
    recordings: [folder],
    digests: getDigests([folder]),
    objects: { listTree: async () => LISTED },
    config: { shards: 1 },
    suites: [suite()],
  })

/** The report of the whole suite, on which everything depends. */
const getReport = (folder: string) => {
  const [, execution] = getLines(folder) as { launches: { reports: { files: { sha256: string }[] } }[] }[]
  return join(folder, 'blobs', execution?.launches[0]?.reports.files[0]?.sha256 ?? '')
}
interface File {
  sha256: string
  bytes: number
}
interface LooseLaunch {
  [name: string]: unknown
  reports: { files: [File, ...File[]]; problems: unknown[] }
  stdout: object
}
interface LooseLine {
  [name: string]: unknown
  launches: LooseLaunch[]
  proofs: unknown[]
}
/** Changes the line of the whole suite. */
const edit = (change: (line: LooseLine) => unknown) => (folder: string) => {
  const lines = getLines(folder)
  change(lines[1] as LooseLine)
  writeLines(folder, lines)
}
const launch = (change: (launch: LooseLaunch) => unknown) => edit(({ launches }) => change(launches[0]!))

test('as it was recorded it is read', async () => {
  const replayer = replay(await copy())
  expect(asMeasured(await replayer.execute(original.tree, WHOLE))).toEqual(asMeasured(original.whole))
  expect(asMeasured(await replayer.execute(original.tree, AIMED))).toEqual(asMeasured(original.aimed))
  expect(replayer.notes()).toEqual([])
})

const TAMPERED: Readonly<Record<string, readonly [(folder: string) => unknown, string]>> = {
  'a report that was edited': [(folder) => appendFileSync(getReport(folder), ' '), 'bytes, but the recording declares'],
  'a report of the same size': [
    (folder) => writeFileSync(getReport(folder), readFileSync(getReport(folder), 'utf8').replace('pass', 'fail')),
    'its content does not match its name',
  ],
  'a report that is gone': [(folder) => rmSync(getReport(folder)), 'ENOENT'],
  'a report that is a link': [
    (folder) => {
      renameSync(getReport(folder), join(folder, 'elsewhere'))
      symlinkSync(join(folder, 'elsewhere'), getReport(folder))
    },
    'ELOOP',
  ],
  'a report that is a folder': [
    (folder) => {
      rmSync(getReport(folder))
      mkdirSync(getReport(folder))
    },
    'it is not a regular file',
  ],
  'blobs that are a link': [
    (folder) => {
      renameSync(join(folder, 'blobs'), join(folder, 'elsewhere'))
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'blobs'))
    },
    'the path of the blobs is not a folder',
  ],
  'a name that leads out of the folder': [
    launch(({ reports }) => (reports.files[0].sha256 = '../../../../etc/passwd')),
    'launches.0.reports.files.0.sha256',
  ],
  'a size beyond every limit': [launch(({ reports }) => (reports.files[0].bytes = 2 ** 40)), 'files.0.bytes'],
  'reports that are too much together': [
    launch(({ reports }) => {
      const [file] = reports.files
      // Eight times what one file may have, and a ninth file.
      reports.files.push(...Array.from({ length: 8 }, () => ({ ...file, bytes: 2 ** 27 })))
    }),
    'more bytes than the limit of 1073741824',
  ],
  'output beyond its limit': [
    (folder) => launch(({ stdout }) => Object.assign(stdout, { bytes: 1_000_000 }))(folder),
    'output has more than',
  ],
  'an unknown field': [edit((line) => (line['more'] = 1)), 'Unrecognized key'],
  'an unknown field, deep inside': [launch((line) => (line['missingCommand'] = 'x')), 'Unrecognized key'],
  'a field of another type': [launch((line) => (line['exitCode'] = '0')), 'launches.0.exitCode'],
  'a field that is gone': [launch((line) => delete line['isTimedOut']), 'launches.0.isTimedOut'],
  'a tree that is none': [
    edit((line) => (line['tree'] = 'HEAD')),
    'line 2: it is not a valid line of a recording: tree',
  ],
  'a checkout that is no place': [edit((line) => (line['places'] = ['../x'])), 'places.0'],
  'a problem of no known code': [
    launch(({ reports }) => reports.problems.push({ code: 'fine', message: '' })),
    'problems.0.code',
  ],
  'a launch of other files': [launch((line) => (line['files'] = ['b.test.js'])), 'another suite or other files'],
  'a launch of another suite': [launch((line) => (line['suite'] = 'other')), 'another suite or other files'],
  'a launch that is gone': [edit((line) => (line['launches'] = [])), 'a launch is missing'],
  'a launch too many': [edit(({ launches }) => launches.push(launches[0]!)), 'belong to no required run'],
  'a proof that is gone': [edit((line) => (line['proofs'] = [])), 'a harness check is missing'],
  'a proof too many': [edit(({ proofs }) => proofs.push(proofs[0])), 'belong to no required run'],
  'a line twice': [
    (folder) =>
      writeLines(
        folder,
        getLines(folder).flatMap((line) => (line['kind'] === 'execution' ? [line, line] : line)),
      ),
    'contains it twice (executions.jsonl lines 2 and 3), so neither counts',
  ],
  'a header of another version': [
    (folder) => writeLines(folder, [{ ...getLines(folder)[0], schemaVersion: 2 }, ...getLines(folder).slice(1)]),
    'schemaVersion',
  ],
  'no header': [(folder) => writeLines(folder, getLines(folder).slice(1)), 'a header is valid in line 1'],
  'lines after the end': [
    (folder) => writeLines(folder, [getLines(folder)[0], getLines(folder).at(-1), ...getLines(folder).slice(1, -1)]),
    'it follows the end line',
  ],
  'lines that are links': [
    (folder) => {
      renameSync(join(folder, 'executions.jsonl'), join(folder, 'other'))
      symlinkSync('other', join(folder, 'executions.jsonl'))
    },
    'ELOOP',
  ],
  'lines that are a folder': [
    (folder) => {
      rmSync(join(folder, 'executions.jsonl'))
      mkdirSync(join(folder, 'executions.jsonl'))
    },
    'it is not a regular file',
  ],
  'a recording that is empty': [
    (folder) => writeFileSync(join(folder, 'executions.jsonl'), ''),
    'the recording is missing',
  ],
  'a recording that is gone': [(folder) => rmSync(folder, { recursive: true }), 'ENOENT'],
  'a disk that was full': [
    (folder) => {
      const text = 'No space left on device'
      const sha256 = createHash('sha256').update(text).digest('hex')
      writeFileSync(join(folder, 'blobs', sha256), text)
      launch((line) =>
        Object.assign(line, { stderr: { sha256, bytes: text.length }, reports: { files: [], problems: [] } }),
      )(folder)
    },
    'A recording cannot hold that',
  ],
}

describe('whatever was done to a recording, nothing of it is believed', () => {
  test.each(Object.entries(TAMPERED))('%s', async (_, [tamper, words]) => {
    const folder = await copy()
    tamper(folder)
    const replayer = replay(folder)
    const { problems } = await replayer.execute(original.tree, WHOLE)
    expect(problems.map(({ code }) => code)).toContain('not-recorded')
    expect(problems.map(({ message }) => message).join('\n')).toContain(words)
    expect(problems.map(({ message }) => message).join('\n')).toContain('re-run all jobs')
  })

  test('the rest is not lost', async () => {
    const folder = await copy()
    edit((line) => (line['more'] = 1))(folder)
    const replayer = replay(folder)
    expect(asMeasured(await replayer.execute(original.tree, AIMED))).toEqual(asMeasured(original.aimed))
    expect(replayer.notes().join()).toContain('executions.jsonl line 2')
  })
})

describe('lines are read within limits', () => {
  const LIMITS = { blobs: 10, blobBytes: 1e6, totalBytes: 1e6, lines: 10, lineBytes: 2_000, indexBytes: 20_000 }
  const read = (text: string | Buffer) => {
    const folder = getFolder({})
    const header = {
      kind: 'tdd-gate/recording',
      schemaVersion: 1,
      version: '1',
      platform: 'p',
      node: 'v',
      toolchain: {},
      shard: null,
    }
    writeFileSync(
      join(folder, 'executions.jsonl'),
      Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(text)]),
    )
    return readRecording(folder, LIMITS)
  }

  test.each([
    ['too long', `"${'x'.repeat(2_001)}"\n`, 'line 2: it is longer than the limit of 2000 bytes.'],
    ['too many', '1\n'.repeat(10), 'line 11: there are more lines than the limit of 10.'],
    ['too much in all', `"${'x'.repeat(20_000)}"`, 'the file passes the limit of 20000 bytes.'],
    ['too deep', `${'['.repeat(1_000)}\n`, 'line 2: it is nested deeper than the limit of 12.'],
    ['no JSON', 'hello\n', 'line 2: it is not valid JSON.'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x0a]), 'line 2: it is not UTF-8.'],
    ['an unknown error', '{"kind":"end","error":{"code":"x","message":"","suggestion":""}}\n', 'error.code'],
    ['without an end', '{"kind":"end","error":null}', 'line 2: it has no line end: its writer was stopped.'],
  ])('%s', (_, text, words) => {
    const { refusals, end, header } = read(text)
    expect(refusals.join('\n')).toContain(words)
    expect(end).toBe('cut-off')
    expect(header).not.toBe(null)
  })

  test('what looks deep in a text is not', () => {
    expect(
      read(`{"kind":"end","error":{"code":"setup-failed","message":"\\"${'['.repeat(500)}","suggestion":""}}\n`)
        .refusals,
    ).toEqual([])
  })
})

test('no order of bytes is an exception', () => {
  for (let n = 0; n < 200; n += 1) {
    const folder = getFolder({})
    writeFileSync(join(folder, 'executions.jsonl'), randomBytes(n * 10))
    expect(readRecording(folder).executions.size).toBe(0)
  }
})
