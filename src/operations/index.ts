/** Lists the operations in the order of first use. The command line and the MCP server offer them. Loads none. */
import type { Operation } from './operation.ts'

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'init',
    title: 'Set a repository up',
    summary: 'write a configuration with what was detected, a workflow, and a block in AGENTS.md',
    effect: 'writes',
    load: async () => (await import('./catalog/init.ts')).initOperation,
  },
  {
    name: 'doctor',
    title: 'Check the set-up',
    summary: 'check whether the gate can measure here',
    details: 'Checks git, runner, isolation and configuration.',
    effect: 'reads',
    load: async () => (await import('./catalog/doctor.ts')).doctorOperation,
  },
  {
    name: 'start',
    title: 'Start a task',
    summary: 'open the branch of a task, with its plan in the first commit',
    details: 'Switches to the branch. The first commit is empty.',
    effect: 'writes',
    load: async () => (await import('./catalog/start.ts')).startOperation,
  },
  {
    name: 'next',
    title: 'Next step',
    summary: 'print the next step of the branch, complete enough for an agent',
    details:
      'Measures new commits, judges the branch and returns phase, subtask, tests with their failures, files to leave ' +
      'alone, and commands. Call it first, and after each commit.',
    effect: 'reads',
    runsTests: true,
    load: async () => (await import('./catalog/next.ts')).nextOperation,
  },
  {
    name: 'status',
    title: 'Status of the task',
    summary: 'show the subtasks of the branch and how far they are',
    effect: 'reads',
    runsTests: true,
    load: async () => (await import('./catalog/next.ts')).statusOperation,
  },
  {
    name: 'complete',
    title: 'Judge the working tree',
    summary: 'judge the working tree as if it were committed now',
    details:
      'Writes nothing. When the working tree is ready, run the commands of the answer; otherwise change the files and ' +
      'call it again.',
    effect: 'reads',
    runsTests: true,
    load: async () => (await import('./catalog/complete.ts')).completeOperation,
  },
  {
    name: 'commit',
    title: 'Commit the working tree',
    summary: 'judge the working tree, and commit it when it is accepted',
    details: 'Writes true trailers. Refuses the default branch.',
    effect: 'writes',
    runsTests: true,
    load: async () => (await import('./catalog/complete.ts')).commitOperation,
  },
  {
    name: 'run',
    title: 'Lead an agent',
    summary: 'lead an agent from step to step: ask, judge, commit, until nothing is left',
    effect: 'writes',
    runsTests: true,
    isForPeople: true,
    load: async () => (await import('./catalog/run.ts')).runOperation,
  },
  {
    name: 'verify',
    title: 'Verify the branch',
    summary: 'measure and judge every commit between base and head',
    details: 'Returns verdicts, findings with suggestions, and proofs.',
    effect: 'reads',
    runsTests: true,
    load: async () => (await import('./catalog/verify.ts')).verifyOperation,
  },
  {
    name: 'explain',
    title: 'Explain a rule',
    summary: 'explain a rule and its reason',
    details: 'Returns all rules when none is named.',
    effect: 'reads',
    load: async () => (await import('./catalog/explain.ts')).explainOperation,
  },
]
