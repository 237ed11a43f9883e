import { describe, expect, test } from 'vitest'
import { toKnownAnswer } from '../../../src/operations/task-master/keys.ts'

const RUN = { runId: 'master__task-7__2026-01-01T00-00-00-000Z', startTime: '2026-01-01T00:00:00.000Z', commits: 3 }
const around = {
  branch: 'master/task-7-tax',
  top: '/work',
  accepted: null,
  message: '',
  run: RUN,
  now: '2026-01-01T00:05:30.000Z',
}
const subtasks = [
  { id: '7.1', title: 'One', status: 'done', attempts: 0, drivers: [] },
  { id: '7.2', title: 'Two', status: 'pending', attempts: 1, drivers: [] },
]
const progress = { completed: 1, total: 2, percentage: 50, skipped: 0, current: '7.2' }
const unit = {
  id: '7.2:red:2',
  action: 'write-failing-test',
  phase: 'red',
  subtask: '7.2',
  title: 'Write a failing test for 7.2',
  instructions: 'Write a test that fails.',
  phaseInstruction: 'Change nothing else.',
  acceptance: ['two is 2'],
  drivers: [],
  driverFailures: [],
  files: [],
  frozen: [],
  commands: ['tdd-gate commit'],
  commitMessage: 'test: two',
  limits: { attempts: 1, maxAttempts: 3 },
  expectedFiles: ['test/two.test.js'],
  preconditions: [],
  canProceed: true,
  errors: [],
  context: {
    description: 'In src/two.js',
    testStrategy: 'The usual case',
    cycle: null,
    testConvention: 'test/*.test.js',
    nearbyTests: ['test/one.test.js'],
    leastCovered: [],
    testCommands: [{ suite: '', directory: '.', command: 'npm test', framework: 'vitest' }],
    mayEdit: ['test', 'docs'],
    mustNotEdit: ['production', 'harness'],
    earlierAttempts: [],
  },
}
const step = {
  schemaVersion: 1,
  conclusion: 'in_progress',
  task: { id: '7', title: 'Tax' },
  subtasks,
  progress,
  next: unit,
  finish: [],
  notes: ['Not judged, because not committed: a.js'],
  uncommitted: ['a.js'],
}
const completed = {
  phase: 'red',
  subtask: '7.2',
  isReady: false,
  findings: [],
  driverFailures: [],
  commands: ['tdd-gate complete'],
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
    for (const name of ['next', 'status'])
      expect(toKnownAnswer(name, json, { ...around, accepted: isAccepted ? { commands: [] } : null })).toMatchObject({
        success: true,
        taskId: '7',
        branchName: 'master/task-7-tax',
        runId: RUN.runId,
        phase: 'SUBTASK_LOOP',
        tddPhase,
        action: known,
        actionDescription: unit.title,
        nextAction: known,
        progress: { completed: 1, total: 2, current: 2, percentage: 50 },
        currentSubtask: { id: '7.2', title: 'Two', status: 'pending', attempts: 1, maxAttempts: 3 },
      })
  })

  test('the next step holds each fact once, in the part of its phase, and nothing that is empty', () => {
    expect(toKnownAnswer('next', step, around)).toMatchObject({
      id: '7.2:red:2',
      next: { action: 'write-failing-test', phase: 'red', subtask: '7.2' },
      instructions: 'Write a test that fails. Change nothing else.',
      expectedFiles: ['test/two.test.js'],
      context: {
        canProceed: true,
        errors: [],
        projectRoot: '/work',
        testCommand: 'npm test',
        testPattern: 'test/*.test.js',
        existingTests: ['test/one.test.js'],
        description: 'In src/two.js',
        testStrategy: 'The usual case',
        redPhase: { testFile: 'test/two.test.js', testFramework: 'vitest', acceptanceCriteria: ['two is 2'] },
      },
      commands: ['tdd-gate commit'],
      notes: ['Not judged, because not committed: a.js'],
    })
    for (const key of ['prompt', 'subtasks', 'finish', 'frozen', 'preconditions', 'drivers'])
      expect(toKnownAnswer('next', step, around)).not.toHaveProperty(key)
  })

  test('the step of GREEN has the tests to pass, what the code should do, and where', () => {
    const green = { ...unit, action: 'make-tests-pass', phase: 'green', files: ['test/two.test.js'] }
    expect(toKnownAnswer('next', { ...step, next: { ...green, expectedFiles: ['src/two.js'] } }, around)).toMatchObject(
      {
        context: {
          description: 'In src/two.js',
          greenPhase: {
            testFile: 'test/two.test.js',
            implementationHints: ['two is 2'],
            expectedFiles: ['src/two.js'],
          },
        },
      },
    )
  })

  test('an accepted working tree has the message of its commit and the files that it takes', () => {
    expect(toKnownAnswer('next', step, { ...around, accepted: { commands: [] } })).toMatchObject({
      context: { commitPhase: { commitMessage: 'test: two', filesToCommit: ['a.js'] } },
    })
  })

  test('the status counts attempts, commits and time, and lists every subtask', () => {
    expect(toKnownAnswer('status', step, around)).toMatchObject({
      currentPhase: 'red',
      attemptNumber: 2,
      commits: 3,
      startTime: RUN.startTime,
      duration: '5m 30s',
      subtasks: subtasks.map(({ drivers: _, ...subtask }) => subtask),
      canProceed: true,
      errors: [],
      metadata: { conclusion: 'in_progress', uncommitted: ['a.js'] },
    })
  })

  test.each([
    ['success', 'COMPLETE'],
    ['unmeasurable', 'FINALIZE'],
  ])('a task without a next step that concludes %s is in the phase %s', (conclusion, phase) => {
    const json = { ...step, conclusion, next: null, progress: { ...progress, completed: 2, current: null } }
    expect(toKnownAnswer('status', json, around)).toMatchObject({
      phase,
      action: 'complete',
      currentSubtask: null,
      progress: { current: 2 },
    })
  })

  test.each([
    ['c', 'SUBTASK_LOOP', 'Workflow started for task 7'],
    [null, 'PREFLIGHT', 'Planned task 7; wrote nothing'],
  ])('a start with the commit %s is in the phase %s', (commit, phase, message) => {
    const json = { plan: { id: '7', title: 'Tax', subtasks }, branch: 'b', commit }
    expect(toKnownAnswer('start', json, around)).toMatchObject({
      message,
      phase,
      progress: { completed: 0, total: 2, current: 1, percentage: 0 },
      currentSubtask: { id: '7.1', status: 'in-progress', attempts: 0 },
      nextAction: 'generate_test',
    })
  })

  test('a phase that is refused is an error with what was measured', () => {
    const finding = { level: 'error', message: 'No test fails.', suggestion: 'Write a test that fails.' }
    expect(toKnownAnswer('complete', { ...completed, findings: [finding] }, around)).toMatchObject({
      success: false,
      validated: false,
      error: 'RED phase validation failed',
      message: 'RED phase validation failed',
      reason: 'No test fails.',
      actual: { passed: 10, failed: 0 },
      suggestion: 'Write a test that fails.',
      commands: ['tdd-gate complete'],
      nextAction: 'generate_test',
      runId: RUN.runId,
    })
  })

  test.each([
    ['red', '7.2', null, false, 'implement_code'],
    ['green', '7.3', '7.2', false, 'generate_test'],
    ['green', null, '7.2', true, 'complete'],
  ])(
    'after a commit of %s the open subtask is %s, and the completed one %s',
    (phase, current, done, isComplete, next) => {
      const openSubtask = current === null ? null : { id: current, title: 'T', status: 'pending', attempts: 0 }
      const counted = { ...progress, completed: isComplete ? 2 : 1, current }
      const json = { ...completed, phase, isReady: true, commit: 'a1b2', progress: counted, openSubtask }
      const answer = toKnownAnswer('commit', json, { ...around, message: 'feat: two' })
      expect(answer).toMatchObject({
        success: true,
        message: 'feat: two',
        commitSha: 'a1b2',
        commit: { hash: 'a1b2', message: 'feat: two' },
        subtaskCompleted: done,
        currentSubtask: openSubtask,
        isComplete,
        nextAction: next,
      })
      expect(answer).not.toHaveProperty('commands')
    },
  )

  test('other operations answer in their own keys', () => {
    expect(toKnownAnswer('verify', { conclusion: 'success' }, around)).toBeNull()
  })
})
