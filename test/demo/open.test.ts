/** What `npm run demo -- --open` prints when its story is told: pages to read, and commands that work as they are printed. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { startLine } from '../support/fresh-clone.ts'
import { until } from '../support/processes.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** A demo, and two more pushes, on a machine that does other things too. */
const TIME_LIMIT_MS = 600_000
const run = promisify(execFile)

/** Each comes soon after the one before it. */
const PARTS = [
  /starts on this machine/,
  /protects main/,
  /START accepted/,
  /RED 1\.1 accepted/,
  /GREEN 1\.1 rejected/,
  /RED 1\.2 accepted/,
  /attempt 1 of 3/,
  /demo: merged/,
]
const read = async (address: string) => (await fetch(address)).text()

test('a stranger pastes three steps, sees the check of a pull request wait, and then turn green', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const home = getFolder({})
  const demo = startLine('npm run --silent demo -- --open', ROOT, { HOME: home })
  for (const part of PARTS) await demo.says(part)
  const [told = ''] = await demo.says(/(The pages stay[\s\S]*Ctrl-C ends all of it.*\n)/)

  const pages = [...told.matchAll(/^ {2}(http:\S+) {2,}(.*)$/gm)].map(([, address = '', says = '']) => ({
    address,
    says,
  }))
  expect(pages.map(({ says }) => says)).toEqual([
    'why a GREEN was refused, where, and what to do',
    'what holds each changed line of the branch that was merged',
    'the whole way, commit by commit',
  ])
  const [refused = '', accepted = '', way = ''] = await Promise.all(pages.map(({ address }) => read(address)))
  for (const part of ['GREEN 1.1 rejected', 'green-keeps-tests', 'Next step', '<pre']) expect(refused).toContain(part)
  for (const part of ['2 subtasks done', 'What holds each changed line']) expect(accepted).toContain(part)
  expect(way).toContain('Merged')

  const steps = told.split('\n\n').filter((block) => /^(?:cd|git|curl|echo) /.test(block))
  expect(steps).toHaveLength(4)
  const [clone = '', commit = '', open = '', green = ''] = steps
  const paste = (script: string, cwd: string) =>
    run('bash', ['-ec', script], { cwd, env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home } })
  const { stdout: folder } = await paste(`{\n${clone}\n} >&2\n${commit} >&2\n${open} >&2\npwd`, home)
  const [, page = ''] = /(http:\S+\?live)/.exec(told) ?? []
  await until('the check that waits', async () => (await read(page)).includes('RED 1 accepted: make 1 test pass'))
  const waiting = await read(page)
  expect(waiting).toContain('Merging is blocked')
  // The App holds the merge: no job of a RED that waits is red.
  expect(waiting).not.toMatch(/\d failing(?:, | checks)/)
  await paste(green, folder.trim())
  await until('the check of the code', async () => (await read(page)).includes('2 commits accepted'))

  demo.interrupt()
  await demo.says(/demo: closes everything/)
  // npm ends by the signal, the demo after it has closed everything.
  await demo.exit
  expect(demo.text()).not.toContain('demo: failed')
})
