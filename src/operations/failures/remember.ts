/** Remembers why tests failed while a branch is walked, and reads the code around their assertions. */

import type { FailingTest, LoadFailure } from '../../core/model/evidence.ts'
import type { ShownFailure } from '../../core/model/work-context.ts'
import type { TreeReader } from '../../git/trees.ts'
import type { Measurement } from '../verify/measurement.ts'
import { type RememberedFailure, withFrame } from './frame.ts'

/** Frames of one answer; further failures are named without their code. */
const MAX_FRAMES = 3

/** Remembers the newest failure of each test. No test of a file runs while the file does not load: then its error counts. */
export function rememberFailures() {
  const newest = new Map<string, RememberedFailure>()
  const anyFile = ''
  const find = (id: string) => newest.get(getFile(id)) ?? newest.get(id) ?? newest.get(anyFile)
  return {
    add: ({ commit: { tree }, evidence: { failing, loadFailures } }: Measurement): void => {
      newest.delete(anyFile)
      for (const test of failing) newest.delete(getFile(test.id))
      for (const test of failing) newest.set(test.id, { test, tree })
      for (const load of loadFailures) newest.set(load.file ?? anyFile, { test: toFailing(load), tree })
    },
    /** Returns the failures of these tests, the first ones with their code. */
    read: (reader: TreeReader, ids: readonly string[]): Promise<readonly ShownFailure[]> => {
      const found = [...new Set(ids.flatMap((id) => find(id) ?? []))]
      return Promise.all(found.map((one, index) => (index < MAX_FRAMES ? withFrame(reader, one) : one.test)))
    },
  }
}

const getFile = (id: string) => id.split(' > ')[0] ?? ''

function toFailing(load: LoadFailure): FailingTest {
  return { ...load, id: load.file ?? 'a test file', at: null, atClass: null }
}
