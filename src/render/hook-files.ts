/** Writes the files that connect git and agents: hooks, servers and skills. Files that exist keep what they have. */

export const HOOK_KINDS = ['git', 'claude', 'copilot', 'cursor', 'codex'] as const
export type HookKind = (typeof HOOK_KINDS)[number]

/** Returns the new text; null where the file cannot be extended without changing what it does. */
type Extend = (before: string | null) => string | null

export interface HookFile {
  /** From the top of the repository; hooks of git from their folder. */
  readonly path: string
  readonly isGitHook?: true
  readonly extend: Extend
}

export const HOOKS_FOUND = 'the hooks find tdd-gate'
export const HOOKS_LOST = 'tdd-gate is not on the PATH: its hooks check nothing'
/** Installs a copy: without that option npm links to the clone. */
export const INSTALL_COPY = 'npm ci && npm run package && npm install -g --install-links ./dist/package'
export const INSTALL = `${INSTALL_COPY}, in a clone of tdd-gate`

const MARK = '# tdd-gate'
const SERVER = { command: 'tdd-gate', args: ['mcp'] }
const HOOK_SECONDS = 120

export const HOOK_FILES: Readonly<Record<HookKind, readonly HookFile[]>> = {
  git: [
    { path: 'commit-msg', isGitHook: true, extend: withGitHook('tdd-gate hook commit-msg "$1"') },
    { path: 'pre-push', isGitHook: true, extend: withGitHook('tdd-gate hook pre-push') },
  ],
  claude: [
    { path: '.claude/settings.json', extend: withJson(addClaudeHooks) },
    { path: '.mcp.json', extend: withJson(addServer('mcpServers', SERVER)) },
    { path: '.claude/skills/tdd-gate/SKILL.md', extend: (before) => before ?? SKILL },
  ],
  copilot: [
    { path: '.github/hooks/tdd-gate.json', extend: withJson(addCopilotHook) },
    { path: '.vscode/mcp.json', extend: withJson(addServer('servers', { type: 'stdio', ...SERVER })) },
  ],
  cursor: [
    { path: '.cursor/hooks.json', extend: withJson(addCursorHooks) },
    { path: '.cursor/mcp.json', extend: withJson(addServer('mcpServers', SERVER)) },
  ],
  codex: [{ path: '.codex/config.toml', extend: withToml }],
}

/**
 * Puts the call after the first line, before anything can end the script. A hook that others wrote reads its own
 * standard input, so the call leaves it alone. A shell
 * that cannot start a program says why, and ends with 126 or 127: which one differs between shells.
 */
function withGitHook(command: string): Extend {
  const call = (input: string) => [
    `${MARK}: judges before CI does. Skip it once with --no-verify.`,
    `${command}${input} >&2 || case $? in`,
    '126 | 127) echo "This hook checked nothing: the shell could not start tdd-gate." >&2 ;;',
    '*) exit 1 ;;',
    'esac',
  ]
  return (before) => {
    if (before === null) return `${['#!/bin/sh', ...call('')].join('\n')}\n`
    if (before.includes(MARK)) return before
    const [first = '', ...rest] = before.split('\n')
    return /^#!.*\b(?:ba|da|z|k)?sh\b/.test(first) ? [first, ...call(' </dev/null'), ...rest].join('\n') : null
  }
}

type Content = Record<string, unknown>

function withJson(add: (content: Content) => void): Extend {
  return (before) => {
    const content = before === null || before.trim() === '' ? {} : parse(before)
    if (content === null) return null
    const shown = JSON.stringify(content)
    add(content)
    if (before !== null && JSON.stringify(content) === shown) return before
    return `${JSON.stringify(content, null, 2)}\n`
  }
}

/** A file with comments is no JSON: it stays as it is. */
function parse(text: string): Content | null {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Content) : null
  } catch {
    return null
  }
}

function below(content: Content, key: string): Content {
  const at = content[key]
  const found = typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Content) : {}
  content[key] = found
  return found
}

/** Adds an entry unless the list has one that calls the same. */
function append(content: Content, key: string, entry: object, command: string): void {
  const listed = Array.isArray(content[key]) ? (content[key] as unknown[]) : []
  if (!JSON.stringify(listed).includes(command)) content[key] = [...listed, entry]
}

function addServer(key: string, server: object): (content: Content) => void {
  return (content) => {
    const servers = below(content, key)
    servers['tdd-gate'] ??= server
  }
}

function addClaudeHooks(content: Content): void {
  const hooks = below(content, 'hooks')
  const entry = (command: string) => ({ type: 'command', command, timeout: HOOK_SECONDS })
  const tool = { matcher: 'Edit|Write|MultiEdit|NotebookEdit|Bash', hooks: [entry('tdd-gate hook claude-tool')] }
  append(hooks, 'PreToolUse', tool, 'tdd-gate hook claude-tool')
  append(hooks, 'Stop', { hooks: [entry('tdd-gate hook claude-stop')] }, 'tdd-gate hook claude-stop')
}

function addCursorHooks(content: Content): void {
  content['version'] ??= 1
  const hooks = below(content, 'hooks')
  const tool = { command: 'tdd-gate hook cursor-tool' }
  append(hooks, 'preToolUse', tool, tool.command)
  append(hooks, 'beforeShellExecution', tool, tool.command)
  append(hooks, 'stop', { command: 'tdd-gate hook cursor-stop', loop_limit: 5 }, 'tdd-gate hook cursor-stop')
}

function addCopilotHook(content: Content): void {
  content['version'] ??= 1
  const command = 'tdd-gate hook copilot-tool'
  append(below(content, 'hooks'), 'preToolUse', { type: 'command', bash: command, timeoutSec: HOOK_SECONDS }, command)
}

function withToml(before: string | null): string {
  const table = '[mcp_servers.tdd-gate]'
  if (before?.includes(table)) return before
  const block = `${table}\ncommand = "tdd-gate"\nargs = ["mcp"]\n`
  return before === null || before.trim() === '' ? block : `${before.trimEnd()}\n\n${block}`
}

const SKILL = `---
name: tdd-gate
description: Work on a task test first, commit by commit. Use it in this repository before you change code or tests.
---

# Work test first

1. Start a task: \`tdd-gate start <task>\`. On a branch that has begun, skip this step.
2. Ask for the next step: \`tdd-gate next\`. Do what its prompt says, and nothing else.
3. Judge your change: \`tdd-gate complete\`. Correct what it names.
4. Commit it: \`tdd-gate commit\`.
5. Go back to 2 until nothing is left to do.

\`tdd-gate status\` shows how far the task is. \`tdd-gate explain <rule>\` explains a rule.
A RED commit changes tests only, and at least one new test fails. A GREEN commit changes production only, and makes it pass.
Never weaken a test at GREEN. Correct a wrong test with a new RED commit.
`
