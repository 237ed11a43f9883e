import { describe, expect, test } from 'vitest'
import { checkAnswer, checkRequest, complete } from './contract.ts'

const CHECKS = '/repos/acme/shop/check-runs'
const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const request = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  checkRequest({ method, path, query, body }).join('; ')
const annotation = { path: 'a.ts', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'm' }
const output = (extra: object) => ({ name: 'tdd-gate', head_sha: 'a', output: { title: 't', summary: 's', ...extra } })

test('what GitHub takes is let through', () => {
  expect(request('POST', CHECKS, { name: 'tdd-gate', head_sha: 'a', status: 'completed', conclusion: 'success' })).toBe(
    '',
  )
  expect(request('GET', '/repos/acme/shop/commits/a%2Fb/check-runs', undefined, { per_page: '100' })).toBe('')
})

test.each([
  ['an unknown path', request('GET', '/repos/acme/shop/check-rums'), 'describes no'],
  ['an unknown query', request('GET', '/repos/acme/shop/pulls/1', undefined, { pge: '2' }), 'query parameter pge'],
  ['a query of a wrong type', request('GET', '/repos/acme/shop/actions/runs', undefined, { page: 'x' }), 'integer'],
  ['a body where none belongs', request('GET', '/repos/acme/shop/pulls/1', {}), 'takes no body'],
  ['a missing part', request('POST', CHECKS, { name: 'tdd-gate' }), 'head_sha'],
  ['a misspelt part', request('POST', CHECKS, { name: 'x', head_sha: 'a', outputs: {} }), 'outputs'],
  ['a misspelt part further down', request('POST', CHECKS, output({ txt: '' })), 'txt'],
  ['an unknown conclusion', request('POST', CHECKS, { name: 'x', head_sha: 'a', conclusion: 'ok' }), 'allowed values'],
  ['51 annotations', request('POST', CHECKS, output({ annotations: Array(51).fill(annotation) })), '50 items'],
  [
    'an end without conclusion',
    request('POST', CHECKS, { name: 'x', head_sha: 'a', status: 'completed' }),
    'conclusion',
  ],
])('%s is refused', (_, problems, words) => {
  expect(problems).toContain(words)
})

describe('answers', () => {
  test('what is left out is filled in so that the whole is valid', () => {
    const answer = complete(LIST, 200, { total_count: 1, check_runs: [{ name: 'tdd-gate', output: { title: 't' } }] })
    expect(checkAnswer(LIST, 200, answer)).toEqual([])
    expect(answer).toMatchObject({ check_runs: [{ name: 'tdd-gate', output: { title: 't', summary: null } }] })
  })

  test('what GitHub never says is refused', () => {
    expect(checkAnswer(LIST, 200, { check_runs: [{}] }).join()).toContain('total_count')
    expect(checkAnswer(LIST, 201, {}).join()).toContain('never answers 201')
    expect(checkAnswer(LIST, 503, 'down')).toEqual([])
  })
})
