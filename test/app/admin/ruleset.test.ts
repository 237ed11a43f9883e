/** What an owner of an organisation pastes into a shell. */
import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { place } from '../queue/conformance.ts'

async function admin(words: readonly string[], env = { APP_ID: '4242' }) {
  const lines: string[] = []
  const code = await runAdmin(['ruleset', ...words], env, (line) => lines.push(line))
  return { code, text: lines.join('') }
}

/** Pastes the text into a shell whose `gh` shows its arguments and the body that arrives. */
function paste(text: string) {
  const folder = place()
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "$*"\ncat\n')
  chmodSync(join(folder, 'gh'), 0o755)
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', text], {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  return Array.from({ length: lines.length / 2 }, (_, n) => ({
    words: lines[2 * n],
    body: JSON.parse(lines[2 * n + 1] ?? ''),
  }))
}

test('the commands can be pasted: they make the property and the ruleset, and turn it on in repositories', async () => {
  const { code, text } = await admin(['acme', 'shop', 'web.site'])
  expect(code).toBe(0)
  const [property, ruleset, values, ...others] = paste(text)
  expect(others).toEqual([])
  expect(property).toMatchObject({
    words: 'api -X PUT orgs/acme/properties/schema/tdd-gate --input -',
    body: { value_type: 'single_select', allowed_values: ['on', 'off'] },
  })
  expect(ruleset).toMatchObject({
    words: 'api -X POST orgs/acme/rulesets --input -',
    body: {
      enforcement: 'active',
      conditions: {
        ref_name: { include: ['~DEFAULT_BRANCH'] },
        repository_property: { include: [{ name: 'tdd-gate', property_values: ['on'] }] },
      },
      rules: [
        { type: 'deletion' },
        { type: 'creation' },
        { parameters: { required_status_checks: [{ context: 'tdd-gate', integration_id: 4242 }] } },
      ],
    },
  })
  expect(values).toEqual({
    words: 'api -X PATCH orgs/acme/properties/values --input -',
    body: { repository_names: ['shop', 'web.site'], properties: [{ property_name: 'tdd-gate', value: 'on' }] },
  })
})

test('every command has a title, and without repositories the last title says how to name them', async () => {
  const { text } = await admin(['acme'])
  expect(paste(text)).toHaveLength(2)
  expect(text.match(/^# \d\. .*$/gm)).toHaveLength(3)
  expect(text).toMatch(/^# 3\. .*admin ruleset acme <repository>\.\.\.$/m)
})

test('GitHub takes thirty repositories at a time', async () => {
  const { text } = await admin(['acme', ...Array.from({ length: 61 }, (_, n) => `shop${n}`)])
  const counts = paste(text).map(({ body }) => body.repository_names?.length)
  expect(counts).toEqual([undefined, undefined, 30, 30, 1])
})

test.each([
  [[], /organisation/],
  [["acme'; rm"], /organisation/],
  [['acme', 'a/b'], /repository/],
] as const)('what is no name is refused: %j', async (words, why) => {
  const { code, text } = await admin(words)
  expect([code, JSON.parse(text)]).toEqual([2, expect.objectContaining({ error: expect.stringMatching(why) })])
})

test('without the number of the App there is no ruleset', async () => {
  const { code, text } = await admin(['acme'], { APP_ID: '' })
  expect([code, JSON.parse(text).next]).toEqual([2, expect.stringContaining('export APP_ID=')])
})
