/** A configuration that the base contains but the gate does not read: its author gets a notice. */
import { expect, test } from 'vitest'
import { noteOnUnread } from '../../src/config/unread.ts'

const FILE = '100644'
const LINK = '120000'
const getTree = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, mode]) => [path, { mode, id: 'a'.repeat(40) }]))

test.each([
  ['a link', { '.github/tdd-gate.yml': LINK }, '`.github/tdd-gate.yml` of the base is a symbolic link:'],
  ['a link of its folder', { '.github': LINK }, '`.github` of the base is a symbolic link:'],
  ['a folder', { '.github/tdd-gate.yml/a.yml': FILE }, '`.github/tdd-gate.yml` of the base is a folder:'],
  ['a submodule', { '.github/tdd-gate.yml': '160000' }, '`.github/tdd-gate.yml` of the base is a submodule:'],
  ['another case', { '.github/TDD-gate.yml': FILE }, '`.github/TDD-gate.yml` of the base is not called `.github/tdd-'],
  ['another folder', { '.GitHub/tdd-gate.yml': FILE }, '`.GitHub/tdd-gate.yml` of the base is not called'],
  ['another ending', { '.github/tdd-gate.yaml': FILE }, '`.github/tdd-gate.yaml` of the base is not called'],
])('the warning names %s', (_, files, words) => {
  const note = noteOnUnread(getTree({ 'a.js': FILE, ...files }))
  expect(note).toContain(words)
  expect(note).toContain('tdd-gate does not read it and uses the defaults')
})

test.each([
  ['is read', { '.github/tdd-gate.yml': FILE, '.github/TDD-gate.yml': FILE }],
  ['may be run', { '.github/tdd-gate.yml': '100755' }],
  ['does not exist', { '.github/workflows/tdd-gate.yml': FILE, 'tdd-gate.yml': FILE, '.github/tdd-gate.yml.md': FILE }],
])('no warning names one that %s', (_, files) => {
  expect(noteOnUnread(getTree(files))).toBeNull()
})
