import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FileClass } from '../../src/core/model/commit.ts'
import { addedLines } from '../../src/git/added-lines.ts'
import { decodePath, encodePath } from '../../src/git/paths.ts'
import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'
import { changesBetween, listTree, readBlob } from '../../src/git/trees.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { createRepository, type Files } from '../support/repository.ts'
import { getReader } from '../support/tree-reader.ts'

const classify = (path: string): FileClass => (path.includes('test') ? 'test' : 'production')
const ODD = [
  'new\nline',
  'quote"\'',
  '-dash',
  'ünï ☃ 😀',
  ' space ',
  'tab\t',
  '\\back',
  ':(top)x',
  '*.[a]',
  'a/b/c.test.ts',
]

/** Two commits, opened: the only state most of these need. */
async function twoCommits(first: Files, second: Files) {
  const built = await createRepository()
  const a = await built.commit('first', first)
  const b = await built.commit('second', second)
  return { a, b, built, repo: await openRepository(built.dir), [Symbol.asyncDispose]: built[Symbol.asyncDispose] }
}

describe('paths', () => {
  test('paths of any bytes survive as text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        expect([...encodePath(decodePath(Buffer.from(bytes)))]).toEqual([...bytes])
      }),
    )
  })

  test('paths of different bytes never become the same text', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        fc.pre(Buffer.compare(a, b) !== 0)
        expect(decodePath(Buffer.from(a))).not.toBe(decodePath(Buffer.from(b)))
      }),
    )
  })

  test('paths in UTF-8 stay readable', () => {
    expect(decodePath(Buffer.from('src/ünï-😀.ts'))).toBe('src/ünï-😀.ts')
  })
})

describe('a file of a commit', () => {
  test.each(ODD)('named %j is read', async (path) => {
    await using two = await twoCommits({}, { [path]: 'content' })
    expect((await readBlob(getReader(two.repo), two.b, path))?.toString()).toBe('content')
    expect(await readBlob(getReader(two.repo), two.a, path)).toBeNull()
    expect([...(await listTree(two.repo, two.b)).keys()]).toEqual([path])
  })

  test('is never a folder, a link, or a submodule', async () => {
    const sub = { submodule: '1'.repeat(40) }
    await using two = await twoCommits({}, { 'dir/file': 'x', link: { symlink: 'dir/file' }, sub, 'dir.x': 'y' })
    for (const path of ['dir', 'dir/', 'link', 'sub', '.', '', '/dir/file', '../dir/file', 'dir/file/x'])
      expect(await readBlob(getReader(two.repo), two.b, path)).toBeNull()
  })

  test('is refused beyond a limit', async () => {
    await using two = await twoCommits({}, { big: 'x'.repeat(101) })
    await expect(readBlob(getReader(two.repo), two.b, 'big', 100)).rejects.toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringContaining('100 bytes'),
    })
    expect(await readBlob(getReader(two.repo), two.b, 'big', 101)).toHaveLength(101)
  })

  test('a file that a partial clone left out is an error, and nothing is fetched', async () => {
    await using two = await twoCommits({ a: '1' }, { a: '2' })
    await two.built.git('config', 'uploadpack.allowFilter', 'true')
    await two.built.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${two.built.dir}`, 'partial')
    const repo = await openRepository(`${two.built.dir}/partial`)
    const cacheDir = await mkdtemp(join(tmpdir(), 'tdd-gate-cache-'))
    await using scratch = await openScratch(repo, { cacheDir })
    const before = await fingerprint(`${two.built.dir}/partial`)
    const missing = {
      code: 'git-failed',
      suggestion: expect.objectContaining({ text: expect.stringContaining('--no-filter') }),
    }
    await expect(readBlob(getReader(repo), two.b, 'a')).rejects.toMatchObject(missing)
    await expect(readBlob(scratch, two.b, 'a')).rejects.toMatchObject(missing)
    await expect(scratch.checkout(two.b, { keep: [] })).rejects.toMatchObject(missing)
    expect(await changesBetween(scratch, two.a, two.b, classify)).toHaveLength(1)
    expect(await fingerprint(`${two.built.dir}/partial`)).toEqual(before)
    await rm(cacheDir, { recursive: true })
  })

  test('is read from the top, whatever folder the repository was opened from', async () => {
    await using two = await twoCommits({}, { 'a/a/f': 'inner', 'a/f': 'outer' })
    const repo = await openRepository(`${two.built.dir}/a`)
    expect((await readBlob(getReader(repo), two.b, 'a/f'))?.toString()).toBe('outer')
  })
})

describe('the changes between two trees', () => {
  test('name every path once, sorted, with modes, blobs and class', async () => {
    await using two = await twoCommits(
      { gone: '1', kept: '1', changed: '1', run: 'x', 'a.test.ts': 'moved' },
      { gone: null, changed: '2', run: { executable: 'x' }, 'a.test.ts': null, 'b.test.ts': 'moved' },
    )
    const changes = await changesBetween(two.repo, two.a, two.b, classify)
    const show = (side: { mode: string; id: string } | null) => side && `${side.mode} ${side.id.slice(0, 7)}`
    expect(changes.map((change) => [change.path, change.class, show(change.before), show(change.after)])).toEqual([
      ['a.test.ts', 'test', '100644 87e83af', null],
      ['b.test.ts', 'test', null, '100644 87e83af'],
      ['changed', 'production', '100644 56a6051', '100644 d8263ee'],
      ['gone', 'production', '100644 56a6051', null],
      ['run', 'production', '100644 c1b0730', '100755 c1b0730'],
    ])
  })

  test('are seen where attributes, links, submodules and type changes would hide them', async () => {
    await using two = await twoCommits(
      {
        '.gitattributes': '* -diff -text filter=x linguist-generated\n',
        t: 'assert',
        f: 'file',
        sub: { submodule: '1'.repeat(40) },
      },
      { t: '', f: { symlink: 't' }, sub: { submodule: '2'.repeat(40) } },
    )
    const changes = await changesBetween(two.repo, two.a, two.b, classify)
    expect(changes.map(({ path, before, after }) => [path, before?.mode, after?.mode])).toEqual([
      ['f', '100644', '120000'],
      ['sub', '160000', '160000'],
      ['t', '100644', '100644'],
    ])
  })

  test('are none between a tree and itself', async () => {
    await using two = await twoCommits({ a: '1' }, {})
    expect(await changesBetween(two.repo, two.a, two.b, classify)).toEqual([])
  })

  test.each(ODD)('keep the name %j', async (path) => {
    await using two = await twoCommits({}, { [path]: 'content' })
    expect((await changesBetween(two.repo, two.a, two.b, classify)).map((change) => change.path)).toEqual([path])
  })
})

describe('a revision that looks like an option', () => {
  test('is no option', async () => {
    await using two = await twoCommits({ a: '1' }, { a: '2' })
    const option = `--output=${two.built.dir}/written`
    const before = await fingerprint(two.built.dir)
    await expect(changesBetween(two.repo, option, two.b, classify)).rejects.toMatchObject({ code: 'git-failed' })
    await expect(addedLines(two.repo, option, two.b, ['a'])).rejects.toMatchObject({ code: 'git-failed' })
    await expect(listTree(two.repo, '--name-only')).rejects.toMatchObject({ code: 'git-failed' })
    await expect(readBlob(getReader(two.repo), '--name-only', 'a')).rejects.toMatchObject({ code: 'git-failed' })
    expect(await fingerprint(two.built.dir)).toEqual(before)
  })
})

describe('the lines that a change adds', () => {
  const numbered = (...lines: readonly string[]) => lines.map((text) => `${text}\n`).join('')

  test('are known by their number in the new file', async () => {
    await using two = await twoCommits(
      { 'a.ts': numbered('1', '2', '3', '4'), 'b.ts': '1\n', same: 'x' },
      { 'a.ts': numbered('1', 'new', '3', '4', 'last', 'more'), 'b.ts': null, 'c.ts': 'one\ntwo', 'other.ts': 'x\n' },
    )
    const lines = await addedLines(two.repo, two.a, two.b, ['a.ts', 'b.ts', 'c.ts', 'same'])
    expect(Object.fromEntries(lines)).toEqual({ 'a.ts': [2, 5, 6], 'b.ts': [], 'c.ts': [1, 2] })
  })

  test('cannot be hidden by attributes, nor faked by content that looks like a patch', async () => {
    const patch = numbered('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -0,0 +1,9 @@', '+fake', '\\ No newline')
    await using two = await twoCommits(
      { '.gitattributes': '*.ts -diff diff=evil binary\n', 'a.ts': `--- a/x\n${patch}`, 'z.ts': '' },
      { 'a.ts': `++ b/x\n${patch}+end\n@@ -1 +1 @@\n`, 'z.ts': 'z', 'bin.ts': new Uint8Array([0, 10, 0, 10]) },
    )
    const lines = await addedLines(two.repo, two.a, two.b, ['a.ts', 'bin.ts', 'z.ts'])
    expect(Object.fromEntries(lines)).toEqual({ 'a.ts': [1, 8, 9], 'bin.ts': [1, 2], 'z.ts': [1] })
  })

  test('added lines of changed links, modes and odd names belong to the right path', async () => {
    await using two = await twoCommits(
      { was: { symlink: 'x' }, b: 'x\n', ...Object.fromEntries(ODD.map((path) => [path, '1\n'])) },
      { was: '1\n2\n', b: { executable: 'x\n' }, c: '', ...Object.fromEntries(ODD.map((path) => [path, '1\n2\n'])) },
    )
    const lines = await addedLines(two.repo, two.a, two.b, ['was', 'b', 'c', ...ODD])
    expect(Object.fromEntries(lines)).toEqual({
      was: [1, 2],
      b: [],
      c: [],
      ...Object.fromEntries(ODD.map((path) => [path, [2]])),
    })
  })
})
