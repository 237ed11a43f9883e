import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { parseCall } from '../../src/cli/parse.ts'

const toWords = (example: string) =>
  [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')

test.each(COMMANDS)('the help of $name shows examples, and each of them is a call of it', async (entry) => {
  const command = await entry.load()
  const help = parseCall(entry, command, ['--help'])
  expect(entry.examples?.length).toBeGreaterThan(0)
  for (const example of entry.examples ?? []) {
    expect(help).toContain(`  $ tdd-gate ${example}\n`)
    const [name, ...words] = toWords(example)
    expect(name).toBe(entry.name)
    expect(parseCall(entry, command, words)).toMatchObject({ operands: expect.any(Array) })
  }
})
