/** Data that code reads although it looks like data of tests, or like documents. */
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP_ONCE } from '../support/shop.ts'

const READ = 'read-data-is-shown'
const RATES = '{ "at": 20, "de": 19 }\n'
const TEST = { 'test/rate.test.js': nodeTest('../src/rate.js', 'rate', { austria: "assert.equal(rate('at'), 20)" }) }
const reads = (folder: string, name = "'rates' + '.json'") => ({
  'src/rate.js': `import { readFileSync } from 'node:fs'\nimport { join } from 'node:path'\n\nconst rates = JSON.parse(readFileSync(join(${folder}, ${name}), 'utf8'))\nexport const rate = (country) => rates[country]\n`,
})

const shown = (commits: readonly { findings: readonly { rule: string; message: string }[] }[]) =>
  commits.flatMap(({ findings }) => findings.filter(({ rule }) => rule === READ).map(({ message }) => message))

async function cycle(red: Files, green: Files) {
  await using branch = await createBranch(SHOP_ONCE)
  await branch.red(red)
  await branch.green(green)
  return (await branch.verify()).decision
}

test('a GREEN that reads data of tests, which no test names, is shown', async () => {
  const { conclusion, commits } = await cycle({ ...TEST, 'test/data/rates.json': RATES }, reads("'te' + 'st', 'data'"))
  expect(conclusion).toBe('success')
  expect(shown(commits)).toEqual([
    'Code reads what no test names: without the content of test/data/rates.json, test/rate.test.js > austria fails',
  ])
})

test('data that a test reads is not shown', async () => {
  const test = `import { readFileSync } from 'node:fs'\n${nodeTest('../src/rate.js', 'rate', {
    austria: "assert.equal(rate(JSON.parse(readFileSync('test/data/rates.json', 'utf8')), 'at'), 20)",
  })}`
  const { commits } = await cycle(
    { 'test/rate.test.js': test, 'test/data/rates.json': RATES },
    { 'src/rate.js': 'export const rate = (rates, country) => rates[country]\n' },
  )
  expect(shown(commits)).toEqual([])
})

describe('changed data that only code reads is shown', () => {
  test.each<[string, string, string, string]>([
    ['an example', 'docs: the example', 'examples', 'rates.json'],
    ['a document', 'docs: rates', 'docs', 'rates.md'],
  ])('%s', async (_, subject, folder, name) => {
    const path = `${folder}/${name}`
    await using branch = await createBranch({
      ...SHOP_ONCE,
      ...TEST,
      ...reads(`'${folder}'`, `'rates' + '.${name.slice(6)}'`),
      [path]: RATES,
    })
    await branch.commit(subject, { [path]: RATES.replace('19', '0') })
    const { conclusion, decision } = await branch.verify()
    expect(conclusion).toBe('success')
    expect(shown(decision.commits)).toEqual([
      `Code reads what no test names: without the content of ${path}, test/rate.test.js > austria fails`,
    ])
  })
})

test('a document that code only mentions is not shown', async () => {
  const says = { 'src/help.js': "export const help = () => 'See README.md'\n", 'README.md': '# Shop\n' }
  await using branch = await createBranch({ ...SHOP_ONCE, ...says })
  await branch.commit('docs: more', { 'README.md': '# A shop\n' })
  expect(shown((await branch.verify()).decision.commits)).toEqual([])
})
