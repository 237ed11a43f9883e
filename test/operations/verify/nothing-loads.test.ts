import { expect, test } from 'vitest'
import { EMPTY_RUN } from '../../../src/core/model/test-run.ts'
import { nothingLoads } from '../../../src/operations/verify/measure-base.ts'

const BUILD = 'The build failed: `npm run pretest` exited with code 2: src/x.ts(3,2): error TS2304'
const loadErrors = [
  { file: 'test/a.test.js', message: "Cannot find module './build/a.js'\n at x", kind: 'missing-symbol' },
]
const find = (runErrors: readonly string[]) =>
  nothingLoads({ run: { ...EMPTY_RUN, loadErrors, runErrors } as never, problems: [] })

test('a base on which nothing loads is refused with the first error of a file', () => {
  expect(find([])).toEqual([
    { code: 'base', message: "no test file loads (test/a.test.js: Cannot find module './build/a.js')" },
  ])
})

test('a base on which nothing loads after a failed build is refused with the errors of the build', () => {
  expect(find([BUILD])).toEqual([{ code: 'base', message: `no test file loads (${BUILD})` }])
})
