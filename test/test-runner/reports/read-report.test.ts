import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBeginning } from '../../../src/test-runner/reports/read-report.ts'
import { getFolder } from '../../support/folder.ts'

test.each([
  ['one byte, which is half a character of UTF-16', Buffer.from('<'), '<'],
  ['UTF-16 without a mark', Buffer.from('<a', 'utf16le'), '<a'],
  ['UTF-16 with a mark', Buffer.from('\ufeff{', 'utf16le'), '{'],
  ['UTF-8', Buffer.from('<ä'), '<ä'],
])('the head of %s', (_, bytes, text) => {
  expect(readBeginning(join(getFolder({ 'a.xml': bytes }), 'a.xml'))).toBe(text)
})
