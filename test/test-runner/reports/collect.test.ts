import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { EMPTY_RUN } from '../../../src/core/model/test-run.ts'
import { type CoverageFormat, ReportError, type ReportFormat } from '../../../src/reports/format.ts'
import { vitestJson } from '../../../src/reports/formats/jest-like.ts'
import { nodeEvents } from '../../../src/reports/formats/node-events.ts'
import { clearReports, findWrittenReports, type ReportPlace } from '../../../src/test-runner/reports/collect.ts'
import { readFiles, readTests } from '../../../src/test-runner/reports/read-reports.ts'
import { getSharedFolder } from '../../support/folder.ts'

const root = getSharedFolder({})
let place: ReportPlace
let count = 0

beforeEach(() => {
  count += 1
  const folder = join(root, String(count))
  place = { tree: join(folder, 'tree'), directory: join(folder, 'tree/app'), reports: join(folder, 'reports') }
  for (const path of [place.directory, place.reports]) mkdirSync(path, { recursive: true })
})

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const vitestReport = (name: string) =>
  JSON.stringify({
    numTotalTestSuites: 1,
    numTotalTests: 1,
    numPassedTests: 1,
    success: true,
    startTime: 1,
    testResults: [
      {
        name: '/s/a.test.js',
        status: 'passed',
        message: '',
        startTime: 1,
        endTime: 2,
        assertionResults: [
          {
            ancestorTitles: [],
            fullName: name,
            title: name,
            status: 'passed',
            duration: 1,
            failureMessages: [],
            meta: {},
          },
        ],
      },
    ],
  })
/** A format that knows one word, for what no real format would do. */
const wordFormat = (word: string, name: string): ReportFormat => ({
  about: '',
  source: 'none',
  looksLike: (head) => head.startsWith(word),
  parse: (bytes) => {
    const text = [...bytes].map((chunk) => Buffer.from(chunk).toString()).join('')
    if (text.includes('broken')) throw new ReportError('is broken', 3)
    return { ...EMPTY_RUN, format: name, warnings: [`${text.length} characters`] }
  },
})
const formats = {
  vitest: vitestJson,
  'node-events': nodeEvents,
  junit: wordFormat('<', 'junit'),
  tap: wordFormat('TAP', 'tap'),
}
const detect = (head: string) => Object.values(formats).find((format) => format.looksLike(head)) ?? null
/** Finds and reads, as a measurement does. */
const collect = async (globs: readonly string[], since = 0) => {
  const found = findWrittenReports(globs, place, since)
  const read = await readTests(found.files, { detect })
  return { ...read, problems: [...found.problems, ...read.problems] }
}
const codes = (problems: readonly { code: string }[]) => problems.map(({ code }) => code)

describe('reports are found by their globs', () => {
  test.each([
    ['{reports}/vitest.json', 'reports'],
    ['{reports}/**/*.json', 'reports'],
    ['out/*.json', 'directory'],
    ['**/vitest.json', 'directory'],
  ] as const)('%s', async (glob, where) => {
    const folder = where === 'reports' ? place.reports : join(place.directory, 'out')
    write(join(folder, 'vitest.json'), vitestReport('adds'))
    const { reports, problems } = await collect([glob])
    expect(problems).toEqual([])
    expect(reports.flatMap(({ cases }) => cases.map(({ name }) => name))).toEqual(['adds'])
  })

  test('reports of installed packages are ignored', async () => {
    write(join(place.directory, 'node_modules/x/vitest.json'), vitestReport('x'))
    expect(await collect(['**/vitest.json'])).toEqual({ reports: [], problems: [] })
  })

  test('a folder, a link to a file outside and a file behind a linked folder are none', async () => {
    const outside = write(join(root, `outside-${count}/vitest.json`), vitestReport('outside'))
    mkdirSync(join(place.directory, 'a.json'))
    symlinkSync(outside, join(place.directory, 'b.json'))
    symlinkSync(dirname(outside), join(place.directory, 'linked'))
    expect(await collect(['*.json', 'linked/*.json', '../../../outside*/*.json'])).toEqual({
      reports: [],
      problems: [],
    })
  })

  test('chunks of a large report arrive in order and whole', async () => {
    write(join(place.reports, 'a.xml'), `<${'x'.repeat(3_000_000)}`)
    expect((await collect(['{reports}/*.xml'])).reports[0]?.warnings).toEqual(['3000001 characters'])
  })
})

test('a file is called what people call it, and reads the same wherever it was put since', async () => {
  write(join(place.reports, 'deep/a.xml'), '<broken')
  write(join(place.directory, 'b.xml'), '<good')
  const { files } = findWrittenReports(['{reports}/**/*.xml', '*.xml'], place, 0)
  expect(files.map(({ name }) => name)).toEqual(['{reports}/deep/a.xml', 'app/b.xml'])
  const moved = files.map(({ name, path }, n) => ({
    name,
    path: write(join(root, `moved-${count}/${n}`), readFileSync(path, 'utf8')),
  }))
  expect(await readTests(moved, { detect })).toEqual(await readTests(files, { detect }))
})

describe('bad reports are problems that name the file, never exceptions', () => {
  test('a report older than the run is a problem', async () => {
    const path = write(join(place.reports, 'old.xml'), '<')
    utimesSync(path, 1_000, 1_000)
    const { reports, problems } = await collect(['{reports}/*.xml'], Date.now())
    expect(reports).toEqual([])
    expect(codes(problems)).toEqual(['stale-report'])
    expect(problems[0]?.message).toContain('old.xml')
  })

  test.each([
    ['no known format', 'hello', 'no known format'],
    ['an empty file', '', 'empty'],
    ['a structure that is broken', '<broken', 'line 3: is broken'],
    ['JSON cut off', vitestReport('x').slice(0, 200), ''],
  ])('%s', async (_, text, words) => {
    write(join(place.reports, 'r.xml'), text)
    const { reports, problems } = await collect(['{reports}/*'])
    expect(reports).toEqual([])
    expect(codes(problems)).toEqual(['unreadable-report'])
    expect(problems[0]?.message).toContain('r.xml')
    expect(problems[0]?.message).toContain(words)
  })

  test('one bad report does not hide the good ones', async () => {
    write(join(place.reports, 'a.xml'), '<broken')
    write(join(place.reports, 'b.xml'), '<good')
    const { reports, problems } = await collect(['{reports}/*'])
    expect(reports).toHaveLength(1)
    expect(codes(problems)).toEqual(['unreadable-report'])
  })

  test('too many files', async () => {
    for (let n = 0; n <= 2_000; n += 1) writeFileSync(join(place.reports, `${n}.xml`), '<')
    expect(codes((await collect(['{reports}/*'])).problems)).toEqual(['unreadable-report'])
  })

  test('a report named twice is read once', async () => {
    write(join(place.reports, 'a.xml'), '<')
    expect((await collect(['{reports}/*.xml', '{reports}/a.*'])).reports).toHaveLength(1)
  })
})

test('every format of one run is read, with the name of its file', async () => {
  write(join(place.reports, 'a.json'), vitestReport('adds'))
  write(join(place.reports, 'a.xml'), '<')
  write(join(place.reports, 'a.tap'), 'TAP')
  const { reports } = await collect(['{reports}/*'])
  expect(reports.map(({ source }) => source)).toEqual(['{reports}/a.json', '{reports}/a.tap', '{reports}/a.xml'])
})

describe('before a run', () => {
  test('old reports go, and with them whatever lies in the report folder', async () => {
    write(join(place.directory, 'out/a.xml'), '<')
    write(join(place.reports, 'b.xml'), '<')
    expect(clearReports(['out/*.xml', '{reports}/*.xml'], place, () => false)).toEqual([])
    expect((await collect(['out/*.xml', '{reports}/*.xml'])).reports).toEqual([])
  })

  test('a report that git tracks stays and is a problem: it proves nothing', () => {
    write(join(place.directory, 'out/a.xml'), '<')
    const problems = clearReports(['out/*.xml'], place, (path) => path === 'app/out/a.xml')
    expect(codes(problems)).toEqual(['tracked-report'])
    expect(problems[0]?.message).toContain('app/out/a.xml')
  })

  test('a linked report folder is replaced, what it pointed to stays', async () => {
    const outside = write(join(root, `kept-${count}/a.xml`), '<')
    rmSync(place.reports, { recursive: true })
    symlinkSync(dirname(outside), place.reports)
    clearReports([], place, () => false)
    expect((await collect(['{reports}/*'])).reports).toEqual([])
    expect(realpathSync(outside)).toBe(outside)
  })
})

describe('coverage', () => {
  const coverage: CoverageFormat = {
    about: '',
    source: 'none',
    looksLike: (head) => head.startsWith('TN:'),
    parse: () => ({ totals: { lines: { covered: 1, total: 2 } }, files: [] }),
  }
  const collectIt = () =>
    readFiles(findWrittenReports(['{reports}/*.info'], place, 0).files, {
      detect: (head) => (coverage.looksLike(head) ? coverage : null),
    })

  test('is read like reports are', async () => {
    write(join(place.reports, 'lcov.info'), 'TN:')
    expect(await collectIt()).toMatchObject({
      reports: [{ totals: { lines: { covered: 1, total: 2 } } }],
      problems: [],
    })
  })

  test('of no known format is a problem', async () => {
    write(join(place.reports, 'lcov.info'), 'x')
    expect(codes((await collectIt()).problems)).toEqual(['unreadable-report'])
  })
})
