/** Drives `tdd-gate watch` in a real tmux. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getSharedFolder } from '../../support/folder.ts'
import { createRepository, type TestRepository } from '../../support/repository.ts'
import { BIN, runCli } from '../../support/run-cli.ts'
import { RED, SHOP } from '../../support/shop.ts'

const TASK = 'id: 7\ntitle: Prices\nsubtasks: [{ id: "7.1", title: A discount }, { id: "7.2", title: A tax }]\n'
const LISTED = JSON.stringify({
  shop: { tasks: [{ id: 8, title: 'Invoices', priority: 'high', subtasks: [{ id: 1, title: 'A print' }] }] },
  later: { tasks: [{ id: 9, title: 'Taxes' }] },
})
const SOCKET = `tdd-gate-${process.pid}`
const tmux = (...words: readonly string[]) => spawnSync('tmux', ['-L', SOCKET, ...words], { encoding: 'utf8' })
const isThere = tmux('-V').status === 0
const env = { XDG_STATE_HOME: getSharedFolder({}), TDD_GATE_CACHE: getSharedFolder({}) }

describe.skipIf(!isThere)('watch in tmux', () => {
  let repo: TestRepository
  const set = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const screen = (pane = 'watch') => tmux('capture-pane', '-p', '-t', pane).stdout
  const see = (text: string | RegExp, pane?: string) =>
    vi.waitFor(() => expect(screen(pane)).toMatch(text), { timeout: 60_000, interval: 100 })
  beforeAll(async () => {
    repo = await createRepository()
    await repo.commit('base', { ...SHOP, 'task.yml': TASK, 'tasks/tasks.json': LISTED })
    for (const [key, value] of [
      ['user.name', 'Mona'],
      ['user.email', 'mona@example.com'],
    ] as const)
      await repo.git('config', key, value)
    await runCli(['start', 'task.yml'], { env, cwd: repo.dir })
    await repo.commit('test: discount\n\nTask: 7.1\nPhase: red\n', RED)
    await runCli(['status'], { env, cwd: repo.dir })
    const view = [process.execPath, BIN, 'watch', '--repo', repo.dir]
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'watch', '-x', '80', '-y', '24', ...set, ...view)
  })
  afterAll(async () => {
    tmux('kill-server')
    await repo[Symbol.asyncDispose]()
  })

  test('shows the task at 80 and at 200 columns, and no line is longer than the terminal', async () => {
    await see(/> ● 7\.1 {2}red {6}A discount.*next {5}green 7\.1/s)
    tmux('resize-window', '-t', 'watch', '-x', '200', '-y', '30')
    await see(/Task 7: Prices {100,}in_progress, 0 of 2/)
    expect(
      Math.max(
        ...screen()
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(200)
  })

  test('opens a pane of its own beside that of its reader', async () => {
    const line = `'${process.execPath}' '${BIN}' watch --tmux --repo '${repo.dir}'; exec cat`
    tmux('new-session', '-d', '-s', 'reader', '-x', '160', '-y', '24', ...set, line)
    await see(/Task 7: Prices/, 'reader:.1')
    await see(/^opened pane %\d+/, 'reader:.0')
  })

  test('with an agent, s leads it in a pane beside the list', async () => {
    const line = `'${process.execPath}' '${BIN}' watch --agent true --repo '${repo.dir}'`
    tmux('new-session', '-d', '-s', 'lead', '-x', '160', '-y', '24', ...set, line)
    await see(/Task 7: Prices/, 'lead:.0')
    tmux('send-keys', '-t', 'lead', 's')
    await see(/step 1: Make the failing tests of 7\.1 pass/, 'lead:.1')
  })

  test('arrows select a subtask, and p pauses and resumes the task', async () => {
    tmux('send-keys', '-t', 'watch', 'Down')
    await see(/> · 7\.2/)
    tmux('send-keys', '-t', 'watch', 'p')
    await see(/p resume.*t tag$/m)
    tmux('send-keys', '-t', 'watch', 'p')
    await see(/p pause.*t tag$/m)
  })

  test('t shows the tasks of one tag after the other, Enter shows the subtasks of a task, and q ends the view', async () => {
    tmux('send-keys', '-t', 'watch', 't')
    await see(/> · 8 {2}pending {2}Invoices \[high\]/)
    tmux('send-keys', '-t', 'watch', 'Enter')
    await see(/8\.1 {2}pending {2}A print/)
    tmux('send-keys', '-t', 'watch', 't')
    await see(/> · 9 {2}pending {2}Taxes/)
    tmux('send-keys', '-t', 'watch', 'q')
    await vi.waitFor(() => expect(tmux('has-session', '-t', 'watch').status).toBe(1), { timeout: 10_000 })
  })
})
