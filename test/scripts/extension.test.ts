import { spawnSync } from 'node:child_process'
import { chmodSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'

const EXTENSION = resolve('extension/gh-tdd/gh-tdd')

const start = (programs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
  const folder = getFolder(programs)
  for (const name of Object.keys(programs)) chmodSync(join(folder, name), 0o755)
  // The machine may have a command of this name.
  for (const name of ['bash', 'sh']) symlinkSync(join('/bin', name), join(folder, name))
  const { status, stdout, stderr } = spawnSync('/bin/bash', [EXTENSION, 'verify', 'a b'], {
    encoding: 'utf8',
    env: { PATH: folder, ...env },
  })
  return { status, stdout, stderr }
}
const TDD_GATE = '#!/bin/sh\necho "$GITHUB_TOKEN: $1, $2"\nexit 4\n'

test('gh tdd hands over every word, the exit code and the login of gh', () => {
  const gh = '#!/bin/sh\n[ "$*" = "auth token" ] && echo of-gh\n'
  expect(start({ 'tdd-gate': TDD_GATE, gh })).toMatchObject({ status: 4, stdout: 'of-gh: verify, a b\n' })
  expect(start({ 'tdd-gate': TDD_GATE, gh }, { GITHUB_TOKEN: 'own' }).stdout).toBe('own: verify, a b\n')
  expect(start({ 'tdd-gate': TDD_GATE, gh: '#!/bin/sh\nexit 1\n' }).stdout).toBe(': verify, a b\n')
})

test('gh tdd says what is missing without the command', () => {
  expect(start({})).toMatchObject({ status: 3, stderr: expect.stringContaining('#install') })
})
