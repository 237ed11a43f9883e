/** Policy tests: a maintainer tells a branch and what the gate must say of it, and no test runs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testPolicyOperation } from '../../src/operations/catalog/test-policy.ts'
import { toErrorJson } from '../../src/render/text/error.ts'
import { createRepository } from '../support/repository.ts'

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }
const FOLDER = '.github/tdd-gate-tests'
const PAGE = { width: Infinity, paint: (_: unknown, text: string) => text }

/** Runs the cases of these files in a repository with this configuration, which is not committed. */
async function run(files: Readonly<Record<string, string>>, config = 'version: 1\n') {
  await using repo = await createRepository()
  await repo.commit('base', { 'a.js': '1\n' })
  const named = Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text])
  await repo.write({ '.github/tdd-gate.yml': config, ...Object.fromEntries(named) })
  const input = testPolicyOperation.input.parse({ repo: repo.dir })
  const answer = await testPolicyOperation.run(input, HOOKS)
  return { ...answer, text: answer.toText(PAGE) }
}

async function refusal(files: Readonly<Record<string, string>>, config?: string) {
  const error = await run(files, config).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return toErrorJson(error).error
}

/** The example of the page. */
const EXAMPLE =
  /```yaml\n(# \.github\/tdd-gate-tests[\s\S]*?)```/.exec(readFileSync('docs/how-to/policy-tests.md', 'utf8'))?.[1] ??
  ''

describe('the cases of a repository', () => {
  test('hold with the example of the page, by its own configuration', async () => {
    const { exit, text, json } = await run({ 'green.yml': EXAMPLE })
    expect(text).toBe(
      `${FOLDER}/green.yml\n  ✓ a GREEN leaves its test alone\n  ✓ a document needs no test\n\n2 cases hold\n`,
    )
    expect(exit).toBe(0)
    expect(json).toMatchObject({ schemaVersion: 1, cases: [{ holds: true }, { holds: true }] })
  })

  test('show what differs where another policy lets it pass', async () => {
    const { exit, text, json } = await run(
      { 'green.yml': EXAMPLE },
      'version: 1\npolicy: { rules: { green-keeps-tests: warn } }\n',
    )
    expect(exit).toBe(1)
    expect(text).toContain(`  ✗ a GREEN leaves its test alone
      commit 2 (green)
        - rejected: green-keeps-tests
        + accepted
`)
    expect(text).toContain('  ✓ a document needs no test')
    expect(text.endsWith('\n1 of 2 cases does not hold\n')).toBe(true)
    expect(json).toMatchObject({
      cases: [
        {
          file: `${FOLDER}/green.yml`,
          holds: false,
          differences: [
            { commit: 2, phase: 'green', expected: 'rejected: green-keeps-tests', found: 'accepted' },
            { commit: null, phase: null, expected: 'failure', found: 'success' },
          ],
        },
        { holds: true, differences: [] },
      ],
    })
  })

  test('are judged with the paths of the configuration, and with classes that they name themselves', async () => {
    const file = (changes: string, verdict: string) =>
      `cases:\n  - name: x\n    commits:\n      - { phase: red, changes: [${changes}], tests: { 'checks/a.js > adds': failed }, ${verdict} }\n`
    const rejected = 'verdict: rejected, rules: [red-changes-tests-only, red-has-driver]'
    const { exit, text } = await run({ 'a.yml': file('checks/a.js', rejected) })
    expect(exit, text).toBe(0)
    const config = 'version: 1\npaths: { tests: ["checks/**"] }\n'
    expect((await run({ 'a.yml': file('checks/a.js', 'verdict: accepted') }, config)).exit).toBe(0)
    expect((await run({ 'a.yml': file('{ path: checks/a.js, class: test }', 'verdict: accepted') })).exit).toBe(0)
  })

  test('tell kinds of failures, and files that do not load', async () => {
    const cycle = (red: string, green: string) => `cases:
  - name: x
    base: { 'old.test.js > works': passed }
    commits:
      - { phase: red, changes: [new.test.js], tests: { ${red} } }
      - { phase: green, changes: [new.js], tests: { ${green} } }
`
    const id = "'new.test.js > adds'"
    const cases = [
      `${cycle(`${id}: timeout`, `${id}: passed`)}    conclusion: success\n`,
      cycle('new.test.js: missing-symbol', `new.test.js: gone, ${id}: passed`),
    ]
    for (const text of cases) {
      const { text: said, exit } = await run({ 'a.yml': text })
      expect(exit, said).toBe(0)
    }
  })

  test('expect warnings where they name some', async () => {
    const commits = (warnings: string) =>
      `cases:\n  - name: x\n    commits: [{ subject: 'test: x', phase: purple, changes: [README.md], warnings: [${warnings}] }]\n`
    const config = 'version: 1\npolicy: { rules: { trailer-is-known: warn } }\n'
    expect((await run({ 'a.yml': commits('trailer-is-known') }, config)).exit).toBe(0)
    const { text } = await run({ 'a.yml': commits('') }, config)
    expect(text).toContain('        - accepted\n        + accepted, warns: trailer-is-known\n')
  })
})

describe('what is no case', () => {
  test('is named with its place, and the key that was meant', async () => {
    const wrong = 'cases:\n  - name: x\n    commits: [{ changes: [a.js], verdit: accepted }]\n'
    expect(await refusal({ 'a.yml': wrong })).toMatchObject({
      code: 'bad-config',
      message: `${FOLDER}/a.yml:3:34 unknown key \`cases[0].commits[0].verdit\`; did you mean \`verdict\`?`,
      suggestion: expect.stringContaining('docs/how-to/policy-tests.md'),
    })
  })
  test('is refused where a case names an unknown rule', async () => {
    const wrong =
      'cases:\n  - name: x\n    commits: [{ changes: [a.js], verdict: rejected, rules: [green-keep-tests] }]\n'
    expect((await refusal({ 'a.yml': wrong })).message).toContain('green-keeps-tests')
  })
  test('is a folder without any: nothing that holds is proved by nothing', async () => {
    const found = await refusal({})
    expect(found).toMatchObject({ code: 'bad-usage', message: expect.stringContaining(FOLDER) })
  })
  test('is a folder with more files than are read: none is left out without a word', async () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.yml`, EXAMPLE]))
    expect(await refusal(files)).toMatchObject({
      code: 'bad-usage',
      message: `${FOLDER} has 101 files of cases, more than the limit of 100.`,
    })
  })
  test('is a configuration that is wrong', async () => {
    expect((await refusal({ 'a.yml': EXAMPLE }, 'version: 2\n')).code).toBe('bad-config')
  })
})

test('a named folder takes the place of the usual one', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { 'policy/a.yml': EXAMPLE })
  const input = testPolicyOperation.input.parse({ repo: repo.dir, dir: join(repo.dir, 'policy') })
  expect((await testPolicyOperation.run(input, HOOKS)).exit).toBe(0)
})
