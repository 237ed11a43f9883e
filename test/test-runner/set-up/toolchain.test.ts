import { expect, test } from 'vitest'
import { readToolchain } from '../../../src/test-runner/set-up/toolchain.ts'
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

test('what is not there has no version, and that is a fact too', async () => {
  expect(await read(['go test ./...'], '/nowhere')).toMatchObject({ go: 'none' })
})
