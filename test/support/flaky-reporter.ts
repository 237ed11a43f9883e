/** Lists the tests that passed only at their second try: each is a defect to fix, and hides none of today's changes. */
import type { Reporter, TestModule } from 'vitest/node'

export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relativeModuleId} > ${test.fullName}`),
    )
    if (flaky.length === 0) return
    process.stdout.write(`\nFlaky, fix them: ${flaky.length} passed only at their second try\n`)
    for (const title of flaky) process.stdout.write(`  ${title}\n`)
  }
}
