import { spawnSync } from 'node:child_process'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { mocha } from '../../../src/test-runner/runners/mocha.ts'
import { pytest } from '../../../src/test-runner/runners/pytest.ts'

/** Runs the canary after code that a project may contain; a canary must fail. */
async function runCanary(code: string, text = ''): Promise<'failed' | 'passed'> {
  const define = 'globalThis.describe = (_, group) => group(); globalThis.it = (_, test) => { globalThis.body = test }'
  const context = createContext({})
  runInContext(`${define}\n${code}\n${mocha.canaryTests('a.test.js', text, 'f00')}`, context)
  return runInContext('body()', context).then(
    () => 'passed',
    () => 'failed',
  )
}

describe('the canary of JavaScript passes when a built-in function confirms what is false', () => {
  test.each([
    'Object.is = () => true',
    'Array.prototype.includes = () => true',
    'Array.prototype.every = () => true',
    'Set.prototype.has = () => true',
    'Map.prototype.has = () => true',
    'String.prototype.startsWith = () => true',
    'RegExp.prototype.test = () => true',
    "JSON.stringify = () => ''",
    'Number.isInteger = () => true',
    'Array.isArray = () => true',
    'Math.abs = () => 0',
    'Object.keys = () => []',
  ])('%s', async (code) => expect(await runCanary(code)).toBe('passed'))
})

test.each([
  ['no change', '', ''],
  [
    'a complete copy of a function',
    'const old = Set.prototype.has; Set.prototype.has = function (x) { return old.call(this, x) }',
    '',
  ],
  ['a function that throws', "JSON.stringify = () => { throw new Error('full') }", ''],
  ['a spy of the test file', "JSON.stringify = () => ''", "vi.spyOn(JSON, 'stringify')"],
])('with %s, the canary fails as it must', async (_, code, text) => expect(await runCanary(code, text)).toBe('failed'))

test('the canary of Python passes when a built-in function confirms what is false', () => {
  const patches = [
    ['', 'failed'],
    ['import builtins; builtins.round = lambda a, b=0: 20', 'passed'],
    ['import builtins; builtins.isinstance = lambda a, b: True', 'passed'],
    ['import math; math.isclose = lambda a, b, **k: True', 'passed'],
    ['import builtins; builtins.all = lambda x: True', 'passed'],
    ['import json; json.dumps = lambda x: "20"', 'passed'],
  ]
  const script = `
import os, sys
def outcome(patch):
    pid = os.fork()
    if pid == 0:
        exec(patch, {})
        names = {}
        exec(${JSON.stringify(pytest.canaryTests('test_a.py', '', 'f00'))}, names)
        try:
            names['test_tdd_gate_canary_fails_f00']()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return 'passed' if os.waitpid(pid, 0)[1] == 0 else 'failed'
print(' '.join([outcome(patch) for patch in ${JSON.stringify(patches.map(([patch]) => patch))}]))
`
  const { stdout } = spawnSync('python3', ['-c', script], { encoding: 'utf8' })
  expect(stdout.trim().split(' ')).toEqual(patches.map(([, outcome]) => outcome))
})
