import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Blob } from '../../src/core/model/commit.ts'
import { verifyCheckout } from '../../src/git/verify-checkout.ts'
import { getFolder } from '../support/folder.ts'

const PATH = 'src/a.js'

/** A checkout with one commit, and what its tree names. */
function getCheckout() {
  const tree = getFolder({ [PATH]: 'one\n' })
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: tree, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('add', '.')
  const id = git('rev-parse', `:${PATH}`)
  mkdirSync(join(tree, '.git/objects/pack'), { recursive: true })
  return { tree, id, files: new Map<string, Blob>([[PATH, { id, mode: '100644' } as Blob]]) }
}

test('a file that changed after git wrote it is the work of a process, which is named where it can be seen', async () => {
  const { tree, files } = getCheckout()
  const writer = spawn('sh', ['-c', 'echo two > src/a.js; echo done; read end'], { cwd: tree, stdio: 'pipe' })
  onTestFinished(() => void writer.kill())
  await once(writer.stdout, 'data')
  const refusal = await verifyCheckout(tree, files).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'git-failed',
    message: expect.stringMatching(/^src\/a\.js changed after git wrote it: a process of an earlier run still writes/),
  })
  const { suggestion } = refusal as { suggestion: { text: string; commands: readonly string[] } }
  if (process.platform === 'linux') {
    expect(suggestion.text).toContain(`sh (${writer.pid})`)
    expect(suggestion.commands).toEqual([`kill ${writer.pid}`])
  }
  expect(JSON.stringify(refusal)).not.toContain('fsck')
})

test('a missing file is an error of the same kind, and without a process in sight it names no command', async () => {
  const { tree, files } = getCheckout()
  rmSync(join(tree, PATH))
  await expect(verifyCheckout(tree, files)).rejects.toMatchObject({
    message: expect.stringContaining('src/a.js changed after git wrote it'),
    suggestion: { commands: [] },
  })
})

test('an object with other content is a matter of the repository', async () => {
  const { tree, id, files } = getCheckout()
  const object = join(tree, '.git/objects', id.slice(0, 2), id.slice(2))
  rmSync(object)
  mkdirSync(dirname(object), { recursive: true })
  writeFileSync(object, deflateSync('blob 4\0two\n'))
  writeFileSync(join(tree, PATH), 'two\n')
  expect(readFileSync(join(tree, PATH), 'utf8')).toBe('two\n')
  await expect(verifyCheckout(tree, files)).rejects.toMatchObject({
    message: expect.stringContaining('rewrote an object'),
    suggestion: { commands: ['git fsck --full'] },
  })
})
