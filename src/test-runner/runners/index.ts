/** Lists the runners that need no configuration. The order decides between several of one language. */
import type { SuiteConfig } from '../../core/model/config.ts'
import type { Suite } from '../run-plan.ts'
import { ava } from './ava.ts'
import { bats } from './bats.ts'
import { bun } from './bun.ts'
import { cargo, nextest } from './cargo.ts'
import { cmake } from './cmake.ts'
import { deno } from './deno.ts'
import { dotnet } from './dotnet.ts'
import { eunit } from './eunit.ts'
import { exunit } from './exunit.ts'
import { go } from './go.ts'
import { gradle } from './gradle.ts'
import { jasmine } from './jasmine.ts'
import { jest } from './jest.ts'
import { maven } from './maven.ts'
import { meson } from './meson.ts'
import { minitest } from './minitest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { perl } from './perl.ts'
import { pest } from './pest.ts'
import { phpunit } from './phpunit.ts'
import { playwright } from './playwright.ts'
import { pytest } from './pytest.ts'
import { qunit } from './qunit.ts'
import { rspec } from './rspec.ts'
import type { Runner } from './runner.ts'
import { shunit2 } from './shunit2.ts'
import { nodeTap } from './tap.ts'
import { tape } from './tape.ts'
import { testUnit } from './test-unit.ts'
import { unittest } from './unittest.ts'
import { uvu } from './uvu.ts'
import { vitest } from './vitest.ts'

export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  ava,
  tape,
  nodeTap,
  uvu,
  qunit,
  jasmine,
  nodeTest,
  bun,
  deno,
  playwright,
  pytest,
  unittest,
  go,
  cargo,
  nextest,
  rspec,
  minitest,
  testUnit,
  phpunit,
  pest,
  maven,
  gradle,
  dotnet,
  cmake,
  meson,
  exunit,
  eunit,
  perl,
  bats,
  shunit2,
]

/** Returns the runner that a configured command calls; null for an unknown one. */
export function getRunner(command: string): Runner | null {
  return runners.find(({ isCommand }) => isCommand(command)) ?? null
}

/** Joins a suite with the runner that its command calls. */
export function toSuite(config: SuiteConfig): Suite {
  const runner = getRunner(config.command)
  return { config: runner?.adopt?.(config) ?? config, runner }
}
