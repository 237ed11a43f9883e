/** Holds the ring `pure` to its rule: a test that starts a program there fails, with what to do. */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll } from 'vitest'

const STARTERS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const

const own = Object.fromEntries(STARTERS.map((name) => [name, childProcess[name]]))

function refuse(program: unknown): never {
  throw new Error(
    `${program} is started in the ring "pure". A test whose subject starts programs imports test/support/starts-programs.ts, which moves it to the ring "processes".`,
  )
}

Object.assign(childProcess, Object.fromEntries(STARTERS.map((name) => [name, refuse])))
syncBuiltinESMExports()
afterAll(() => {
  Object.assign(childProcess, own)
  syncBuiltinESMExports()
})
