import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readToolchain } from '../../../src/test-runner/set-up/toolchain.ts'
import { getFolder } from '../../support/folder.ts'
import { suite } from '../../support/measuring.ts'

const read = (commands: readonly string[], PATH = process.env['PATH'] ?? '') =>
  readToolchain({ suites: commands.map((command) => suite({ command })), env: { PATH }, own: '1.2.3' })

test('the versions of what the suites run on, and our own', async () => {
  expect(await read(['node --test {files}'])).toEqual({
    'tdd-gate': '1.2.3',
    platform: `${process.platform}-${process.arch}`,
    node: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
  })
})

test('a command of no known runner may run on anything', async () => {
  expect(Object.keys(await read(['make test']))).toEqual(['tdd-gate', 'platform', 'node', 'python', 'go', 'rust'])
})

test('a tool is asked once, until another one stands in its place', async () => {
  const folder = getFolder({ node: '#!/bin/sh\necho asked >> "$(dirname "$0")/log"\necho v1\n' })
  chmodSync(join(folder, 'node'), 0o755)
  const ask = async () => (await read(['node --test {files}'], `${folder}:/usr/bin:/bin`))['node']
  expect([await ask(), await ask()]).toEqual(['v1', 'v1'])
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('asked\n')
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho v1.2\n')
  expect(await ask()).toBe('v1.2')
})

test('what is not there has no version, and that is a fact too', async () => {
  expect(await read(['go test ./...'], '/nowhere')).toMatchObject({ go: 'none' })
})
