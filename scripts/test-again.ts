/**
 * Finds tests that fail by chance: runs `npm test` several times beside processes that keep the machine busy.
 * `npm run test:again -- --times 20 --busy 4` prints a line for each run, and the tests that failed in any of them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '1' } },
})
const [times, busy] = [Number(values.times), Number(values.busy)]

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

using folder = mkdtempDisposableSync(join(tmpdir(), 'tdd-gate-again-'))
const others = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const failures = new Map<string, number>()
let failed = 0
try {
  for (let n = 1; n <= times; n += 1) {
    const path = join(folder.path, `${n}.json`)
    const began = Date.now()
    const words = ['scripts/test.ts', '--reporter=json', `--outputFile=${path}`]
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' })
    const names = status === 0 ? [] : failedIn(path)
    failed += Number(status !== 0)
    for (const name of names) failures.set(name, (failures.get(name) ?? 0) + 1)
    process.stdout.write(`${n}: exit ${status} after ${Math.round((Date.now() - began) / 1000)} s\n`)
  }
} finally {
  for (const other of others) other.kill()
}
for (const [name, count] of failures) process.stdout.write(`${count} of ${times}: ${name}\n`)
process.exitCode = failed > 0 ? 1 : 0

function failedIn(path: string): readonly string[] {
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) => (status === 'failed' ? [`${name} > ${fullName}`] : [])),
  )
}
