/** Tests beside their code in one file: RED changes the tests only, GREEN the code only. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'

const MANIFEST = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'
const TOTAL = 'pub fn total(a: i32, b: i32) -> i32 {\n    a + b\n}\n'
const DISCOUNT = 'pub fn discount(n: i32) -> i32 {\n    n / 10\n}\n'
const ADDS = 'assert_eq!(total(1, 2), 3);'
const TENTH = 'assert_eq!(discount(200), 20);'

const source = (code: string, tests: Readonly<Record<string, string>>) => {
  const bodies = Object.entries(tests).map(
    ([name, body]) => `    #[test]\n    fn ${name}() {\n        ${body}\n    }\n`,
  )
  return { 'src/lib.rs': `${code}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n${bodies.join('\n')}}\n` }
}
const BASE = { 'Cargo.toml': MANIFEST, '.gitignore': 'target\n', ...source(TOTAL, { adds: ADDS }) }
const RED = source(TOTAL, { adds: ADDS, takes_a_tenth: TENTH })

test.skipIf(spawnSync('cargo', ['--version']).status !== 0)(
  'a test of Rust beside its code proves the code, and GREEN may not weaken it',
  async () => {
    await using branch = await createBranch(BASE)
    await branch.red(RED)
    await branch.green(source(TOTAL + DISCOUNT, { adds: ADDS, takes_a_tenth: TENTH }))
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
    const { conclusion } = await branch.verify({ sequence: 'pull-request' })
    expect(conclusion).toBe('success')
    await branch.repo.git('reset', '--hard', 'HEAD~1')
    await branch.green(source(TOTAL + DISCOUNT, { adds: ADDS, takes_a_tenth: 'discount(200);' }))
    const { verdicts } = await branch.verify()
    expect(verdicts[1]).toContain('green rejected: green-keeps-tests')
  },
)
