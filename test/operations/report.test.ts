import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/operations/report.ts'
import { sharedFolderOf } from '../support/folder.ts'
import { runCli, STAGE } from '../support/run-cli.ts'
import { TOOLS } from '../support/test-run.ts'

const dir = sharedFolderOf({
  'a.txt': 'passed adds\nfailed removes\n',
  'green.txt': 'passed adds\n',
  'out/b.xml': 'passed pays\n',
  'out/deep/c.json': 'skipped waits\n',
  'out/notes.json': '{}',
  'out/deep/image.png': 'passed as an image\n',
  'empty.txt': '',
  'broken.txt': 'passed a\nnonsense\n',
})
symlinkSync(join(dir, 'out'), join(dir, 'link'))

const read = async (inputs: readonly string[], format?: string) =>
  (
    await report(
      { inputs, cwd: dir, stdin: ['passed from a pipe\n'], ...(format === undefined ? {} : { format }) },
      TOOLS,
    )
  ).cases.map(({ id }) => id)

describe('inputs', () => {
  test.each([
    [['a.txt'], ['adds', 'removes']],
    [
      ['a.txt', 'out/b.xml'],
      ['adds', 'removes', 'pays'],
    ],
    [
      ['a.txt', './a.txt'],
      ['adds', 'removes'],
    ],
    [['out'], ['pays', 'waits']],
    [
      ['out/**/*.json', 'out/*.xml'],
      ['waits', 'pays'],
    ],
    [['-'], ['from a pipe']],
    [[join(dir, 'a.txt')], ['adds', 'removes']],
  ])('%j', async (inputs, ids) => {
    expect(await read(inputs)).toEqual(ids)
  })
})

describe('refusals', () => {
  test.each([
    [['none.txt'], undefined, 'unreadable-report', 'none.txt does not exist'],
    [['*.none'], undefined, 'unreadable-report', 'no file is named by *.none'],
    [['empty.txt'], undefined, 'unreadable-report', 'empty.txt is empty'],
    [['out/notes.json'], undefined, 'unreadable-report', 'out/notes.json is of no known format'],
    [['broken.txt'], undefined, 'unreadable-report', 'broken.txt: line 2: no outcome'],
    [['a.txt'], 'wrods', 'unknown-format', 'no report format is called `wrods`; did you mean `words`?'],
    [[], undefined, 'bad-usage', 'no report is named'],
  ])('%j as %s', async (inputs, format, code, message) => {
    await expect(read(inputs, format)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('the format can be said where the content does not tell', async () => {
    await expect(read(['out/notes.json'], 'words')).rejects.toMatchObject({ code: 'unreadable-report' })
    expect(await read(['a.txt'], 'words')).toEqual(['adds', 'removes'])
  })
})

describe('the command', () => {
  const run = (args: readonly string[], input = '') => runCli(['report', ...args], { entry: STAGE, cwd: dir, input })

  test.each([
    [['a.txt'], '', 1],
    [['green.txt'], '', 0],
    [['-'], 'passed x\n', 0],
    [['none.txt'], '', 3],
    [['a.txt', '--format', 'zebra'], '', 2],
    [[], '', 2],
  ])('%j exits with what the tests say', async (args, input, code) => {
    expect((await run(args, input)).code).toBe(code)
  })

  test('prints people one page and machines one object', async () => {
    expect((await run(['a.txt'])).stdout).toContain('2 tests: 1 passed, 1 failed')
    expect(JSON.parse((await run(['a.txt', '--json'])).stdout).totals).toMatchObject({ total: 2, failed: 1 })
    expect(JSON.parse((await run(['none.txt', '--json'])).stdout).error.code).toBe('unreadable-report')
  })
})
