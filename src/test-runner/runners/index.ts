/** Lists the runners that need no configuration. The order decides between several of one language. */
import { ava } from './ava.ts'
import { bun } from './bun.ts'
import { cargo } from './cargo.ts'
import { deno } from './deno.ts'
import { go } from './go.ts'
import { jest } from './jest.ts'
import { maven } from './maven.ts'
import { minitest } from './minitest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { phpunit } from './phpunit.ts'
import { pytest } from './pytest.ts'
import { rspec } from './rspec.ts'
import type { Runner } from './runner.ts'
import { tap } from './tap.ts'
import { tape } from './tape.ts'
import { unittest } from './unittest.ts'
import { vitest } from './vitest.ts'

export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  ava,
  tape,
  tap,
  nodeTest,
  bun,
  deno,
  pytest,
  unittest,
  go,
  cargo,
  rspec,
  minitest,
  phpunit,
  maven,
]

/** Returns the runner that a configured command calls; null for an unknown one. */
export function getRunner(command: string): Runner | null {
  return runners.find(({ isCommand }) => isCommand(command)) ?? null
}
