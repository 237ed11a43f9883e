import { expect, test } from 'vitest'
import { findAgents } from '../../../src/core/text/agent-trailers.ts'

const by = (...values: readonly string[]) => [{ trailers: values.map((value) => ['co-authored-by', value] as const) }]

test.each([
  ['Claude Opus 4.5 <noreply@anthropic.com>', ['Claude']],
  ['Copilot <223556219+Copilot@users.noreply.github.com>', ['Copilot']],
  ['Cursor <cursoragent@cursor.com>', ['Cursor']],
  ['aider (gpt-5) <noreply@aider.chat>', ['aider']],
  ['Codex <noreply@openai.com>', ['Codex']],
  ['gemini-code-assist[bot] <176961590+gemini-code-assist[bot]@users.noreply.github.com>', ['gemini-code-assist[bot]']],
  ['Ada <ada@acme.test>', []],
  ['Claude Monet <claude@acme.test>', []],
  ['Copilot', []],
] as const)('the co-author %s is the agent %j', (value, agents) => {
  expect(findAgents(by(value))).toEqual(agents)
})

test('other trailers name no agent, and each agent counts once', () => {
  const claude = 'Claude <noreply@anthropic.com>'
  expect(findAgents([{ trailers: [['reviewed-by', claude]] }])).toEqual([])
  expect(findAgents(by(claude, claude, 'Cursor <cursoragent@cursor.com>'))).toEqual(['Claude', 'Cursor'])
})
