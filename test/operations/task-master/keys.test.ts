import { describe, expect, test } from 'vitest'
import { toKnownKeys } from '../../../src/operations/task-master/keys.ts'

const around = { branch: 'master/task-7-tax', isAccepted: false, message: '' }
const subtasks = [
  { id: '7.1', title: 'One', status: 'done', attempts: 0 },
  { id: '7.2', title: 'Two', status: 'pending', attempts: 1 },
]
const progress = { completed: 1, total: 2, percentage: 50, skipped: 0, current: '7.2' }
const unit = {
  action: 'write-failing-test',
  phase: 'red',
  title: 'Write a failing test for 7.2',
  instructions: 'Write a test that fails.',
  limits: { attempts: 1, maxAttempts: 3 },
  expectedFiles: ['test/two.test.js'],
  canProceed: true,
  errors: [],
}
const step = { task: { id: '7', title: 'Tax' }, subtasks, progress, next: unit }
const completed = {
  phase: 'red',
  isReady: false,
  findings: [],
  tests: { passed: 10, failed: 0, errored: 0, loadErrors: 0 },
}

describe('the keys that agents know from Task Master', () => {
  test.each([
    ['write-failing-test', 'red', false, 'generate_test', 'RED'],
    ['make-tests-pass', 'green', false, 'implement_code', 'GREEN'],
    ['make-tests-pass', 'green', true, 'commit_changes', 'COMMIT'],
    ['fix', 'green', false, 'fix', 'GREEN'],
  ])('%s in %s, accepted: %s, is %s in %s', (action, phase, isAccepted, known, tddPhase) => {
    const json = { ...step, next: { ...unit, action, phase } }
    expect(toKnownKeys('next', json, { ...around, isAccepted })).toEqual({
      success: true,
      taskId: '7',
      branchName: 'master/task-7-tax',
      phase: 'SUBTASK_LOOP',
      tddPhase,
      action: known,
      actionDescription: unit.title,
      nextAction: known,
      currentSubtask: { id: '7.2', title: 'Two', status: 'pending', attempts: 1, maxAttempts: 3 },
      expectedFiles: ['test/two.test.js'],
      canProceed: true,
      errors: [],
    })
  })

  test('a task that is done is complete', () => {
    const json = { ...step, next: null, progress: { ...progress, current: null } }
    expect(toKnownKeys('status', json, around)).toMatchObject({ phase: 'COMPLETE', action: null, currentSubtask: null })
  })

  test('a phase that is refused is an error with what was measured', () => {
    const finding = { level: 'error', message: 'No test fails.', suggestion: 'Write a test that fails.' }
    expect(toKnownKeys('complete', { ...completed, findings: [finding] }, around)).toEqual({
      success: false,
      error: 'RED phase validation failed',
      reason: 'No test fails.',
      actual: { passed: 10, failed: 0 },
      suggestion: 'Write a test that fails.',
      nextAction: 'generate_test',
    })
  })

  test('a commit names its hash and message, and whether the task is complete', () => {
    const json = {
      ...completed,
      phase: 'green',
      isReady: true,
      commit: 'a1b2',
      progress: { ...progress, completed: 2 },
    }
    expect(toKnownKeys('commit', json, { ...around, message: 'feat: two' })).toEqual({
      success: true,
      commit: { hash: 'a1b2', message: 'feat: two' },
      isComplete: true,
      nextAction: null,
    })
  })

  test('other operations have no further keys', () => {
    expect(toKnownKeys('verify', { conclusion: 'success' }, around)).toEqual({})
  })
})
