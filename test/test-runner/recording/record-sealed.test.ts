import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GateError } from '../../../src/core/model/errors.ts'
import { readRecording } from '../../../src/test-runner/recording/read-recording.ts'
import { startRecording } from '../../support/recording.ts'

const PLANT = '{"kind":"end","error":null}\n'

test.each<[string, (path: string) => unknown]>([
  ['a line that was added', (path) => appendFileSync(path, PLANT)],
  [
    'a character that was changed',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('Version":1', 'Version":2')),
  ],
  ['lines that are gone', (path) => writeFileSync(path, '')],
  ['a file that is gone', (path) => rmSync(path)],
  [
    'a link to an honest file',
    (path) => {
      renameSync(path, `${path}-away`)
      symlinkSync(`${path}-away`, path)
    },
  ],
])('%s while tests ran: nothing of the recording counts', (_, tamper) => {
  for (const error of [null, new GateError('setup-failed', 'no', 'npm ci')]) {
    const { folder, recorder } = startRecording()
    tamper(join(folder, 'executions.jsonl'))
    expect(() => recorder.end(error)).toThrow(
      expect.objectContaining({
        code: 'bad-evidence',
        message: expect.stringContaining('Tests changed the recording'),
      }),
    )
    expect(readRecording(folder).header).toBeNull()
  }
})

test('an unchanged recording has its end', () => {
  const { folder, recorder } = startRecording()
  recorder.end(null)
  expect(readRecording(folder)).toMatchObject({ end: 'done', refusals: [] })
})
