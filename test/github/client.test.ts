import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/github/client.ts'

const answering = (headers: Readonly<Record<string, string>>) =>
  createClient(async () => ({ status: 200, url: 'https://github.example.com', headers, data: {} as never }), 'job')

describe('the client', () => {
  test('refuses GitHub Enterprise Server in one line, because evidence cannot be kept there', async () => {
    const asked = answering({ 'x-github-enterprise-version': 'enterprise-server@3.19.0' }).request('GET /app', {})
    await expect(asked).rejects.toMatchObject({
      code: 'github-unsupported',
      message: 'GitHub Enterprise Server (enterprise-server@3.19.0) cannot keep evidence.',
      suggestion: expect.objectContaining({ text: expect.stringContaining('tdd-gate verify') }),
    })
  })

  test('takes the answers of github.com and GHE.com', async () => {
    const headers = { 'x-github-request-id': '1' }
    expect(await answering(headers).request('GET /app', {})).toMatchObject({ status: 200, headers })
  })
})
