import { describe, expect, test } from 'vitest'
import { readTaskMasterSettings } from '../../src/config/taskmaster-settings.ts'
import { formatLeft } from '../../src/render/config-file.ts'

const read = (content: object) => readTaskMasterSettings(JSON.stringify(content))

describe('the settings of Task Master', () => {
  test.each([
    [{ autopilot: { commitTemplate: '{type}: {msg}' } }, ['commit', 'template'], '{type}: {msg}'],
    [{ autopilot: { maxGreenAttempts: 5 } }, ['policy', 'green', 'maxAttempts'], 5],
    [{ autopilot: { testTimeout: 90_500 } }, ['test', 'timeout'], '91s'],
    [{ test: { coverageThresholds: { lines: 70 } } }, ['policy', 'coverage'], { lines: 70 }],
    [{ git: { branchPattern: 'work/{id}' } }, ['git', 'branchPattern'], 'work/{id}'],
    [
      { prompts: { rulesPath: '.cursor/rules', loadOrder: ['git.mdc', 'test.mdc'] } },
      ['prompts', 'rules'],
      ['.cursor/rules/git.mdc', '.cursor/rules/test.mdc'],
    ],
    [{ prompts: { testGeneratorPath: '.claude/agents/tests.md' } }, ['prompts', 'red'], '.claude/agents/tests.md'],
  ])('%j sets %j', (content, path, value) => {
    expect(read(content)).toEqual({ settings: [{ path, value }], left: [] })
  })

  test('what has no setting here is named, and so is a value that is not valid', () => {
    const autopilot = { enabled: true, requireCleanWorkingTree: true, defaultCommitType: 'feat', maxGreenAttempts: 0 }
    const git = { defaultRemote: 'origin', pr: { enabled: true, base: 'default', bodyTemplate: 'pr.md' } }
    const { settings, left } = read({
      autopilot,
      git,
      test: { runner: 'npm test', targetedRunPattern: '**/*.test.js' },
    })
    expect(settings).toEqual([])
    expect(left).toEqual([
      'autopilot.enabled',
      'autopilot.requireCleanWorkingTree',
      'autopilot.defaultCommitType',
      'autopilot.maxGreenAttempts',
      'git.defaultRemote',
      'git.pr.enabled',
      'git.pr.base',
      'git.pr.bodyTemplate',
      'test.runner',
      'test.targetedRunPattern',
    ])
  })

  test('each key that is left has its reason', () => {
    const { left } = read({ autopilot: { enabled: true, later: 1 }, storage: { location: 'x' } })
    expect(formatLeft('config.json', left)).toBe(
      'These keys of config.json have no counterpart here: autopilot.enabled (a task is gated once it is started), autopilot.later (the key is unknown here, or its value is not valid), storage.location (runs are kept in the state folder of the user, outside of the repository)',
    )
  })

  test.each(['{', '[]', '7', '{ "models": { "main": { "provider": "x" } }, "global": { "debug": false } }'])(
    '%s holds none',
    (text) => {
      expect(readTaskMasterSettings(text)).toEqual({ settings: [], left: [] })
    },
  )
})
