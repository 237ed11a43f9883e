import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../src/test-runner/process/redact-secrets.ts'
import { RECORDING_LIMITS } from '../../../src/test-runner/recording/recording.ts'
import { openBlobStore } from '../../../src/test-runner/recording/store-blob.ts'
import { getFolder } from '../../support/folder.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function stage(files: Readonly<Record<string, string>> = {}, limits = {}) {
  const folder = getFolder(files)
  const blobs = join(folder, 'blobs')
  const store = openBlobStore(blobs, createRedactor(['secret-secret']), { ...RECORDING_LIMITS, ...limits })
  return { folder, store, names: () => readdirSync(blobs).toSorted() }
}

test('a file is stored once, by what it holds without secrets', () => {
  const { folder, store, names } = stage({ a: 'x secret-secret', b: 'x ***' })
  const blob = { sha256: sha256('x ***'), bytes: 5 }
  expect([store.storeFile(join(folder, 'a')), store.storeFile(join(folder, 'b'))]).toEqual([blob, blob])
  expect(names()).toEqual([blob.sha256])
  expect(readFileSync(store.pathOf(blob), 'utf8')).toBe('x ***')
})

test('what is stored already costs nothing, whatever the limits', () => {
  const { store } = stage({}, { blobs: 1, totalBytes: 3 })
  expect(store.storeText('abc')).toEqual({ sha256: sha256('abc'), bytes: 3 })
  expect(store.storeText('abc')).toEqual({ sha256: sha256('abc'), bytes: 3 })
  expect(store.storeText('')).toMatchObject({ reason: expect.stringContaining('limit of 1') })
})

test('what passes a limit leaves nothing behind', () => {
  const { store, names } = stage({}, { totalBytes: 2 })
  expect(store.storeText('abc')).toMatchObject({ reason: expect.stringContaining('limit of 2') })
  expect(names()).toEqual([])
})

test.each([
  ['a link', 'ELOOP'],
  ['a file that is gone', 'ENOENT'],
])('%s is a reason: it was a file when it was found', (what, code) => {
  const { folder, store, names } = stage({ a: 'x' })
  if (what === 'a link') symlinkSync('a', join(folder, 'b'))
  expect(store.storeFile(join(folder, 'b'))).toEqual({ reason: `it cannot be opened: ${code}.` })
  expect(names()).toEqual([])
})
