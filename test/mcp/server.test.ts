import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/operations/index.ts'
import { getSharedFolder } from '../support/folder.ts'
import { createRepository } from '../support/repository.ts'
import { BIN } from '../support/run-cli.ts'
import { SHOP } from '../support/shop.ts'

const client = new Client({ name: 'an agent', version: '1.0.0' })
beforeAll(async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], cwd: getSharedFolder({}), env }),
  )
})
afterAll(() => client.close())

describe('the MCP server', () => {
  test('offers one tool for each operation, and says which of them write', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual(
      OPERATIONS.filter(({ isForPeople }) => !isForPeople).map(({ name, effect }) => [name, effect === 'reads']),
    )
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
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
    expect(answer.isError).toBe(true)
  })
})
