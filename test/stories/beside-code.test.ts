/** Tests beside their code in one file: RED changes the tests only, GREEN the code only. */
import { spawnSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'

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
const BASE = { ...RUN_ONCE, 'Cargo.toml': MANIFEST, '.gitignore': 'target\n', ...source(TOTAL, { adds: ADDS }) }
const RED = source(TOTAL, { adds: ADDS, takes_a_tenth: TENTH })

const ADD = 'export const add = (a: number, b: number) => a + b\n'
const HALF = 'export const half = (n: number) => n / 2\n'
const inSource = (code: string, tests: Readonly<Record<string, string>>) => {
  const calls = Object.entries(tests).map(([name, body]) => `  test('${name}', () => { ${body} })\n`)
  return {
    'src/cart.ts': `${code}if (import.meta.vitest) {\n  const { expect, test } = import.meta.vitest\n${calls.join('')}}\n`,
  }
}

test('a test of Vitest beside its code proves the code, also where no other test is, and a hollow one does not', async () => {
  await using branch = await createBranch({
    ...RUN_ONCE,
    '.gitignore': 'node_modules\n',
    'package.json': '{"type":"module","scripts":{"test":"vitest run"},"devDependencies":{"vitest":"5"}}',
    'vite.config.js': "export default { test: { includeSource: ['src/**/*.ts'] } }\n",
    ...inSource(ADD, { adds: 'expect(add(1, 2)).toBe(3)' }),
  })
  await symlink(resolve('node_modules'), join(branch.repo.dir, 'node_modules'))
  const honest = { adds: 'expect(add(1, 2)).toBe(3)', halves: 'expect(half(4)).toBe(2)' }
  await branch.red(inSource(ADD, honest))
  await branch.green(inSource(ADD + HALF, honest))
  await branch.red(inSource(ADD + HALF, { ...honest, thirds: 'third(3)' }), '2')
  const third = HALF.replace('half', 'third').replace('2', '3')
  await branch.green(inSource(ADD + HALF + third, { ...honest, thirds: 'third(3)' }), '2')
  const accepted = ['red accepted', 'green accepted', 'red accepted']
  expect((await branch.verify()).verdicts).toEqual([...accepted, 'green rejected: drivers-need-production'])
})

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
