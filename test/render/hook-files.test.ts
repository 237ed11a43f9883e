import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/operations/index.ts'
import { HOOK_EVENTS, toHookAnswer } from '../../src/render/hook-answer.ts'
import { HOOK_FILES } from '../../src/render/hook-files.ts'

const FILES = Object.values(HOOK_FILES).flat()
const find = (path: string) => FILES.find((file) => file.path === path) ?? FILES[0]
const extend = (path: string, before: string | null) => find(path)?.extend(before) ?? null

describe('the files for git and agents', () => {
  test.each(FILES.map(({ path, extend: write }) => [path, write] as const))(
    '%s names commands and events that exist, and is not changed twice',
    (_, write) => {
      const text = write(null) ?? ''
      const commands = [...text.matchAll(/tdd-gate ([a-z-]+)(?: ([a-z-]+))?/g)]
      const names: readonly string[] = [...OPERATIONS.map(({ name }) => name), 'mcp', 'is']
      expect(commands.filter(([, name = '']) => !names.includes(name)).map(([all]) => all)).toEqual([])
      const events = commands.filter(([, name]) => name === 'hook').map(([, , event = '']) => event)
      expect(events.filter((event) => !HOOK_EVENTS.some((known) => known === event))).toEqual([])
      expect(write(text)).toBe(text)
    },
  )

  test('JSON keeps what it has, and gets the entries once', () => {
    const before = {
      permissions: { allow: ['Read'] },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    }
    const after = JSON.parse(extend('.claude/settings.json', JSON.stringify(before)) ?? '')
    expect(after.permissions).toEqual(before.permissions)
    expect(after.hooks.Stop).toEqual([
      ...before.hooks.Stop,
      { hooks: [{ type: 'command', command: 'tdd-gate hook claude-stop', timeout: 120 }] },
    ])
    const server = { mcpServers: { 'tdd-gate': { command: 'own' }, other: {} } }
    expect(JSON.parse(extend('.mcp.json', JSON.stringify(server)) ?? '')).toEqual(server)
  })

  test('TOML keeps what it has', () => {
    expect(extend('.codex/config.toml', 'model = "x"\n')).toBe(
      'model = "x"\n\n[mcp_servers.tdd-gate]\ncommand = "tdd-gate"\nargs = ["mcp"]\n',
    )
  })

  test('a hook of git that exists is called after the gate, with its own standard input', () => {
    const text = extend('pre-push', '#!/usr/bin/env bash\nexec lint\n') ?? ''
    expect(text.startsWith('#!/usr/bin/env bash\n# tdd-gate')).toBe(true)
    expect(text).toContain('tdd-gate hook pre-push </dev/null >&2 || case')
    expect(text.endsWith('exec lint\n')).toBe(true)
  })

  test.each([
    ['commit-msg', '#!/usr/bin/env python3\n'],
    ['.mcp.json', '{ // comment\n}'],
    ['.cursor/hooks.json', '[]'],
  ])('%s in another form is not extended', (path, before) => {
    expect(extend(path, before)).toBeNull()
  })
})

test.each([
  ['commit-msg', 'tdd-gate: no\n'],
  ['claude-stop', '{"decision":"block","reason":"no"}\n'],
  ['cursor-stop', '{"followup_message":"no"}\n'],
  ['cursor-tool', '{"permission":"deny","user_message":"no","agent_message":"no"}\n'],
  ['copilot-tool', '{"permissionDecision":"deny","permissionDecisionReason":"no"}\n'],
  [
    'claude-tool',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}\n',
  ],
] as const)('%s reads its verdict in its own form', (event, text) => {
  expect(toHookAnswer(event, { decision: 'deny', reason: 'no' })).toBe(text)
})
