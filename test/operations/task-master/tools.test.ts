import { describe, expect, test } from 'vitest'
import { GateError } from '../../../src/core/model/errors.ts'
import { fromAlias } from '../../../src/operations/task-master/tools.ts'

const RESULTS = { total: 3, passed: 1, failed: 2 }

describe('the parameters that agents know from Task Master', () => {
  test.each([
    ['autopilot_start', { taskId: '7', projectRoot: '/work', tag: 'b' }, { task: 'b:7', repo: '/work' }],
    ['autopilot_start', { taskId: '7', maxAttempts: 2, force: true }, { task: '7', maxAttempts: 2, fresh: true }],
    ['autopilot_start', { taskId: '7', force: false }, { task: '7', fresh: false }],
    [
      'autopilot_start',
      { taskId: '7', options: { branch: 'b', maxAttempts: 2 } },
      { task: '7', branch: 'b', maxAttempts: 2 },
    ],
    ['autopilot_start', { taskId: 7, dryRun: true }, { task: '7', dryRun: true }],
    ['autopilot_next', { projectRoot: '/work', runId: 'a' }, { repo: '/work', runId: 'a' }],
    ['autopilot_complete_phase', { phase: 'red', subtaskId: '7.1' }, { phase: 'red', subtask: '7.1' }],
    ['autopilot_commit', { subtaskId: '7.1', message: 'feat: a' }, { subtask: '7.1', message: 'feat: a' }],
    ['autopilot_commit', { customMessage: 'feat: a' }, { message: 'feat: a' }],
    ['autopilot_commit', { files: ['a.js'] }, { files: ['a.js'] }],
    ['autopilot_complete_phase', { phase: 'red', files: ['a.js'] }, { phase: 'red', files: ['a.js'] }],
    ['autopilot_complete_work_unit', { workUnitId: '7.1:red:2' }, { phase: 'red', subtask: '7.1' }],
    ['autopilot_complete_work_unit', { workUnitId: 'workUnit-42.1-GREEN' }, { phase: 'green', subtask: '42.1' }],
    ['autopilot_complete_work_unit', { result: { success: true, phase: 'RED' } }, { phase: 'red' }],
  ])('%s takes %j', (name, received, own) => {
    expect(fromAlias(name, received).input).toEqual(own)
  })

  test.each([
    ['autopilot_complete_phase', { testResults: RESULTS }, RESULTS],
    ['autopilot_complete_work_unit', { result: { testsPassed: 1, testsFailed: 2 } }, { passed: 1, failed: 2 }],
    ['autopilot_complete_work_unit', { result: { success: true } }, null],
    ['autopilot_complete_phase', { testResults: RESULTS, coverage: 92 }, { ...RESULTS, coverage: 92 }],
    ['autopilot_complete_phase', {}, null],
  ])('%s claims by %j', (name, received, claims) => {
    expect(fromAlias(name, received).claims).toEqual(claims)
  })

  test('what the result of a work unit says, and the gate measures, is named', () => {
    const result = { success: true, testsCreated: ['test/a.test.js'], testsFailed: 3, logs: 'red' }
    expect(fromAlias('autopilot_complete_work_unit', { result })).toMatchObject({
      claims: { failed: 3 },
      unread: ['result.success', 'result.testsCreated', 'result.logs'],
    })
  })

  test.each([
    ['autopilot_next', { zebra: 1 }, 'zebra'],
    ['autopilot_start', {}, 'taskId'],
    ['autopilot_start', { taskId: '7', options: { zebra: 1 } }, 'zebra'],
    ['autopilot_commit', { files: [] }, 'files'],
    ['autopilot_complete_phase', { files: [''] }, 'files'],
    ['autopilot_complete_phase', { coverage: 120 }, 'coverage'],
    ['autopilot_next', { projectRoot: '' }, 'projectRoot'],
    ['autopilot_complete_phase', { testResults: { passed: 1, zebra: 1 } }, 'zebra'],
    ['autopilot_complete_phase', { testResults: { total: 3, passed: 1, failed: 1 } }, 'total 3 is not'],
    ['autopilot_complete_phase', { phase: 'purple' }, 'phase'],
    ['autopilot_complete_work_unit', { workUnitId: 'nonsense' }, 'nonsense'],
    ['autopilot_complete_work_unit', { result: { phase: 'COMMIT' } }, 'COMMIT'],
    ['autopilot_commit', { message: 'feat: a', customMessage: 'feat: b' }, 'customMessage'],
  ])('%s refuses %j, and names it', (name, received, named) => {
    const call = () => fromAlias(name, received)
    expect(call).toThrow(GateError)
    expect(call).toThrow(expect.objectContaining({ code: 'bad-usage', message: expect.stringContaining(named) }))
  })
})
