import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeAbsent, isLfsPointer } from '../../src/test-runner/absent-files.ts'
import { getFolder } from '../support/folder.ts'

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 5\n`
const FILES = new Map(
  ['vendor/parser', 'data/model.bin', 'src/index.js', 'data/plain.bin'].map((path) => [
    path,
    { mode: path === 'vendor/parser' ? '160000' : '100644', id: '1'.repeat(40) },
  ]),
)
const describe = (text: string) =>
  describeAbsent([text], { files: FILES, isPointer: (path) => path === 'data/model.bin' }).join(' ')

test.each([
  'npm error enoent Could not read package.json: vendor/parser/package.json',
  'CMake Error: The source directory /tmp/x/vendor/parser does not contain a CMakeLists.txt file.',
  "ModuleNotFoundError: No module named 'parser'",
  "Error: Cannot find module '../vendor/parser'",
])('a failure that speaks of a submodule names it: %s', (text) => {
  expect(describe(text)).toContain('submodule vendor/parser')
})

test.each(['cannot parse data/model.bin', 'loader: model.bin: bad magic number', `Unexpected token in ${POINTER}`])(
  'a failure that speaks of a file of Git LFS names it: %s',
  (text) => {
    expect(describe(text)).toContain('Git LFS has the content of')
  },
)

test.each(['', 'expected 1 to equal 2', 'cannot read data/plain.bin', 'the parsers differ', 'src/index.js:3'])(
  'another failure names nothing: %j',
  (text) => {
    expect(describe(text)).toBe('')
  },
)

test('a pointer is recognised by its content, and never through a link', () => {
  const tree = getFolder({ 'a.bin': POINTER, 'b.bin': 'version 1', 'folder/c': '' })
  symlinkSync('a.bin', join(tree, 'link'))
  symlinkSync('loop', join(tree, 'loop'))
  const found = ['a.bin', 'b.bin', 'folder', 'link', 'loop', 'none'].filter((path) => isLfsPointer(tree, path))
  expect(found).toEqual(['a.bin'])
})
