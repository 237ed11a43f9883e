import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATIONS } from '../../src/operations/index.ts'
import { getFolder, getSharedFolder } from '../support/folder.ts'
import { createRepository } from '../support/repository.ts'
import { BIN, runCli } from '../support/run-cli.ts'
import { OPEN_SHOP, RED, SHOP } from '../support/shop.ts'

const client = new Client({ name: 'an agent', version: '1.0.0' })
beforeAll(async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: getSharedFolder({}) }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], cwd: getSharedFolder({}), env }),
  )
})
afterAll(() => client.close())

describe('the MCP server', () => {
  test('offers one tool for each operation, and says which of them write', async () => {
    const { tools } = await client.listTools()
    const own = tools.filter(({ name }) => !name.includes('_'))
    expect(own.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual(
      OPERATIONS.filter(({ isForPeople }) => !isForPeople).map(({ name, effect }) => [name, effect === 'reads']),
    )
    expect(tools.map(({ name }) => name).filter((name) => name.includes('_'))).toEqual([
      'autopilot_start',
      'autopilot_resume',
      'autopilot_next',
      'autopilot_status',
      'autopilot_complete_phase',
      'autopilot_commit',
      'autopilot_finalize',
      'autopilot_abort',
      'autopilot_next_work_unit',
      'autopilot_complete_work_unit',
      'autopilot_get_state',
      'autopilot_pause',
    ])
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
  })

  test('lists its tools in at most 20,000 characters, because a model reads the whole list', async () => {
    const { tools } = await client.listTools()
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(20_000)
  })

  test('answers with text for the agent and with data for its program', async () => {
    const { content, structuredContent } = await client.callTool({
      name: 'explain',
      arguments: { rule: 'red-before-green' },
    })
    expect(structuredContent).toMatchObject({ schemaVersion: 1, rules: [{ code: 'red-before-green' }] })
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('red-before-green') }])
  })

  test('the commands of the next step repeat the arguments of the call', async () => {
    await using repo = await createRepository()
    const task = join(repo.dir, 'task.yml')
    await repo.commit('base', { ...SHOP, 'task.yml': 'id: 7\ntitle: Tax\nsubtasks: [{ id: 7.1, title: A fifth }]\n' })
    const { structuredContent } = await client.callTool({
      name: 'next',
      arguments: { repo: repo.dir, base: 'main', task },
    })
    const options = `--repo ${repo.dir} --base main --task ${task}`
    expect(structuredContent).toMatchObject({
      next: { commands: [`tdd-gate commit ${options}`, `tdd-gate next ${options}`] },
    })
  })

  test('answers what was asked before the client closed its end', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const call = { name: 'doctor', arguments: { repo: getSharedFolder({}) } }
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ]
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
    const { stdout, code } = await runCli(['mcp'], { input })
    const ids = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]))
    expect({ ids, code }).toEqual({ ids: [1, 2], code: 0 })
  })

  test('a line that is no JSON is answered with the error of JSON-RPC, and those after it with what they request', async () => {
    const request = '{ "jsonrpc": "2.0", "id": 1, "method": "ping" }'
    const { stdout, code } = await runCli(['mcp'], { input: `{ "jsonrpc": \n\n${request}` })
    const [refusal, answer] = stdout.split('\n').map((line) => (line === '' ? null : JSON.parse(line)))
    expect(refusal).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
    expect({ code, answer }).toMatchObject({ code: 0, answer: { id: 1, result: {} } })
  })

  test('offers resources and prompts, which read the repository at the time of the call', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['tdd-gate://plan', 'tdd-gate://work-unit', 'tdd-gate://evidence'])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'red',
      'green',
      'refactor',
      'start-task',
      'resume-work',
      'current-state',
      'whole-task',
      'test-does-not-fail',
      'fix-failing-tests',
      'find-the-problem',
    ])
    await using repo = await createRepository()
    await repo.commit('base', SHOP)
    await repo.branch('work')
    await repo.commit('test\n\nPhase: red\n', RED)
    const { messages } = await client.getPrompt({ name: 'green', arguments: { repo: repo.dir } })
    expect(messages).toMatchObject([{ content: { text: expect.stringContaining('Files that stay as they are') } }])
    const state = await client.getPrompt({ name: 'current-state', arguments: { repo: repo.dir } })
    expect(state.messages).toMatchObject([{ content: { text: expect.stringContaining('$ tdd-gate next') } }])
    const trouble = await client.getPrompt({ name: 'find-the-problem', arguments: { repo: repo.dir } })
    expect(trouble.messages).toMatchObject([
      { content: { text: expect.stringContaining('commits are judged against') } },
    ])
  })

  test('outside of a repository a prompt says its rule, what went wrong, and how to name the repository', async () => {
    const { prompts } = await client.listPrompts()
    for (const { name, description = '' } of prompts) {
      const { messages } = await client.getPrompt({ name })
      expect(messages).toMatchObject([{ content: { text: expect.stringContaining(description) } }])
      const asked = name === 'find-the-problem' ? 'is not in a git repository' : 'with the argument `repo`, its folder'
      expect(messages).toMatchObject([{ content: { text: expect.stringContaining(asked) } }])
    }
  })

  test('an input that an alias cannot pass on is a wrong argument, not a defect of the program', async () => {
    const answer = await client.callTool({ name: 'autopilot_next', arguments: { projectRoot: '' } })
    expect(answer).toMatchObject({
      isError: true,
      _meta: { code: 'bad-usage', error: expect.stringContaining('`projectRoot`') },
    })
  })

  test('numbers that an agent claims are compared with the measured ones', async () => {
    await using repo = await createRepository()
    await repo.commit('base', SHOP)
    await repo.branch('work')
    await repo.write(RED)
    const { content, structuredContent } = await client.callTool({
      name: 'autopilot_complete_phase',
      arguments: { projectRoot: repo.dir, testResults: { total: 1, passed: 1, failed: 0 } },
    })
    const finding = { rule: 'claims-are-true', level: 'warn', message: 'Claimed failed 0; measured 1.' }
    expect(structuredContent).toMatchObject({
      verdict: 'accepted',
      findings: expect.arrayContaining([expect.objectContaining(finding)]),
    })
    expect(JSON.stringify(content)).toContain(finding.message)
  })

  test('reads reports, and names only the tests that fail', async () => {
    const repo = getFolder({ 'out.tap': 'TAP version 13\n1..2\nok 1 - adds\nnot ok 2 - sums\n' })
    const call = (files: readonly string[]) => client.callTool({ name: 'report', arguments: { repo, files } })
    const { structuredContent } = await call(['out.tap'])
    expect(structuredContent).toMatchObject({ format: 'tap', totals: { passed: 1, failed: 1 }, failing: ['sums'] })
    // Standard input carries the protocol.
    expect(await call(['-'])).toMatchObject({ isError: true })
  })

  test('reports progress while the suite runs, and a cancelled call ends its tests', async () => {
    await using repo = await createRepository()
    const folder = getFolder({})
    const pid = join(folder, 'pid')
    const hanging = `import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
writeFileSync(${JSON.stringify(pid)}, String(process.pid))
test('hangs', () => new Promise(() => setInterval(() => {}, 1000)))
`
    await repo.commit('base', OPEN_SHOP)
    await repo.branch('work')
    await repo.commit('test\n\nPhase: red\n', { 'test/hanging.test.js': hanging })
    const stop = new AbortController()
    const messages: string[] = []
    const onprogress = ({ message = '' }: { message?: string | undefined }) => {
      messages.push(message)
      if (existsSync(pid)) stop.abort('enough')
    }
    const timer = setInterval(() => existsSync(pid) && stop.abort('enough'), 50)
    const call = client.callTool({ name: 'next', arguments: { repo: repo.dir } }, { onprogress, signal: stop.signal })
    await expect(call).rejects.toThrow(/enough/)
    clearInterval(timer)
    expect(messages.join('\n')).toMatch(/running 1 test file/)
    await vi.waitFor(() => expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow(), 30_000)
    expect(await client.callTool({ name: 'explain', arguments: {} })).not.toHaveProperty('isError', true)
  })

  test.each([
    ['next', {}, 'error [not-a-repository]'],
    ['complete', {}, '-> Name one: tdd-gate complete --repo <dir>'],
    ['explain', { rule: 'red-before-gren' }, '-> tdd-gate explain red-before-green'],
  ])('an error of %s is an answer with its code and the next command', async (name, args, text) => {
    const answer = await client.callTool({ name, arguments: args })
    expect(answer.isError).toBe(true)
    expect(answer.content).toMatchObject([{ text: expect.stringContaining(text) }])
  })

  test('unknown arguments are refused', async () => {
    const answer = await client.callTool({ name: 'next', arguments: { bse: 'main' } })
    expect(answer).toMatchObject({ isError: true, _meta: { error: { code: 'bad-usage' } } })
    expect(JSON.stringify(answer.content)).toContain('bse')
  })
})
