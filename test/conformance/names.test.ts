/** Every tool and command that the documents name is there, by each document. */
import { describe, expect, test } from 'vitest'
import { translate } from '../../src/cli/autopilot.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ALIASES } from '../../src/operations/task-master/tools.ts'

const TOOLS = {
  S1: ['start', 'next', 'complete_phase', 'commit', 'status', 'resume'],
  S2: ['start', 'next_work_unit', 'complete_work_unit', 'get_state', 'pause', 'resume'],
  S4: ['start', 'resume', 'next', 'status', 'complete_phase', 'commit', 'abort'],
} as const

const CALLS = {
  S0: ['42', '42 --dry-run', '42 --no-push --no-pr --no-confirm'],
  S1: ['start 1', 'next --json', 'commit', 'status --json', 'resume', 'abort --cleanup', 'watch'],
  S4: ['start 7', 'next', 'complete', 'commit --message x', 'status --json', 'resume --json', 'abort --force --json'],
} as const

const NAMES = COMMANDS.map(({ name }) => name)

describe('the founding documents', () => {
  test.each(Object.entries(TOOLS))('name in %s tools that the server offers', (_, names) => {
    expect(names.filter((name) => !(`autopilot_${name}` in ALIASES))).toEqual([])
  })

  test.each(Object.entries(CALLS))('show in %s calls that a command of this program takes', (_, calls) => {
    const taken = calls.map((call) => translate(call.split(' '), NAMES).args[0] ?? '')
    expect(taken.filter((name) => !NAMES.includes(name))).toEqual([])
  })
})
