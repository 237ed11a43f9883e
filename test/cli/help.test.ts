import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { parseCall } from '../../src/cli/parse.ts'

const toWords = (example: string) =>
  [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')

/** The App has a help of its own, which test/app/admin/usage.test.ts holds. */
const OWN_HELP = ['app']

test.each(COMMANDS.filter(({ name }) => !OWN_HELP.includes(name)))(
  'the help of $name shows examples, and each of them is a call of it',
  async (entry) => {
    const command = await entry.load()
    const help = parseCall(entry, command, ['--help'])
    expect(entry.examples?.length).toBeGreaterThan(0)
    for (const example of entry.examples ?? []) {
      expect(help).toContain(`  $ tdd-gate ${example}\n`)
      const [name, ...words] = toWords(example)
      expect(name).toBe(entry.name)
      expect(parseCall(entry, command, words)).toMatchObject({ operands: expect.any(Array) })
    }
  },
)

test.each(['start', 'plan'])('the help of %s shows the task that README and tutorial start', async (name) => {
  const entry = COMMANDS.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`no command ${name}`)
  const help = parseCall(entry, await entry.load(), ['--help'])
  const { sample = '?' } = entry
  expect(help).toContain(sample.replaceAll(/^/gm, '  ').trimEnd())
  for (const page of ['README.md', 'docs/start/agent-loop.md']) expect(readFileSync(page, 'utf8')).toContain(sample)
  expect(help).toContain('tasks.path')
})
