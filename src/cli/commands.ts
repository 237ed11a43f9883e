/** Lists every command in the order of first use. Loads none before it is called. */
import type { CommandEntry } from './command.ts'

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a configuration with what was detected, a workflow, and a block in AGENTS.md',
    load: async () => {
      const [{ createInitCommand }, { detectInWorkingTree }] = await Promise.all([
        import('./commands/init.ts'),
        import('../operations/doctor/working-tree.ts'),
      ])
      return createInitCommand(detectInWorkingTree)
    },
  },
  {
    name: 'doctor',
    summary: 'check whether the gate can measure here',
    load: async () => {
      const [{ createDoctorCommand }, { doctorTools }] = await Promise.all([
        import('./commands/doctor.ts'),
        import('../operations/doctor/tools.ts'),
      ])
      return createDoctorCommand(doctorTools)
    },
  },
  {
    name: 'start',
    summary: 'open the branch of a task, with its plan in the first commit',
    load: async () => {
      const [{ createStartCommand }, { start }] = await Promise.all([
        import('./commands/start.ts'),
        import('../operations/start.ts'),
      ])
      return createStartCommand(start)
    },
  },
  {
    name: 'next',
    summary: 'print the next step of the branch, complete enough for an agent',
    runsTests: true,
    load: async () => {
      const [{ createNextCommand }, { next }] = await Promise.all([
        import('./commands/next.ts'),
        import('../operations/next.ts'),
      ])
      return createNextCommand(next)
    },
  },
  {
    name: 'status',
    summary: 'show the subtasks of the branch and how far they are',
    runsTests: true,
    load: async () => {
      const [{ createStatusCommand }, { next }] = await Promise.all([
        import('./commands/next.ts'),
        import('../operations/next.ts'),
      ])
      return createStatusCommand(next)
    },
  },
  {
    name: 'complete',
    summary: 'judge the working tree as if it were committed now',
    runsTests: true,
    load: async () => {
      const [{ createCompleteCommand }, { complete }] = await Promise.all([
        import('./commands/complete.ts'),
        import('../operations/complete.ts'),
      ])
      return createCompleteCommand(complete)
    },
  },
  {
    name: 'commit',
    summary: 'judge the working tree, and commit it when it is accepted',
    runsTests: true,
    load: async () => {
      const [{ createCommitCommand }, { commit }] = await Promise.all([
        import('./commands/commit.ts'),
        import('../operations/commit.ts'),
      ])
      return createCommitCommand(commit)
    },
  },
  {
    name: 'run',
    summary: 'lead an agent from step to step: ask, judge, commit, until nothing is left',
    runsTests: true,
    load: async () => {
      const [{ createRunCommand }, { run }] = await Promise.all([
        import('./commands/run.ts'),
        import('../operations/run.ts'),
      ])
      return createRunCommand(run)
    },
  },
  {
    name: 'verify',
    summary: 'measure and judge every commit between base and head',
    runsTests: true,
    load: async () => {
      const [{ createVerifyCommand }, { verify }] = await Promise.all([
        import('./commands/verify.ts'),
        import('../operations/verify/verify.ts'),
      ])
      return createVerifyCommand(verify)
    },
  },
  {
    name: 'report',
    summary: 'read test reports as the gate does',
    load: async () => {
      const [{ createReportCommand }, { reportTools }] = await Promise.all([
        import('./commands/report.ts'),
        import('../operations/report/tools.ts'),
      ])
      return createReportCommand(reportTools)
    },
  },
  {
    name: 'explain',
    summary: 'explain a rule and its reason',
    load: async () => {
      const [{ createExplainCommand }, { rules }] = await Promise.all([
        import('./commands/explain.ts'),
        import('../core/rules/index.ts'),
      ])
      return createExplainCommand(rules)
    },
  },
  {
    name: 'mcp',
    summary: 'offer next, status, complete, commit, verify, start, explain and doctor to an agent over MCP',
    load: async () => {
      const [{ createMcpCommand }, { serve }] = await Promise.all([
        import('./commands/mcp.ts'),
        import('../mcp/server.ts'),
      ])
      return createMcpCommand(serve)
    },
  },
  {
    name: 'demo',
    summary: 'show accepted and rejected work on a small project',
    runsTests: true,
    load: async () => (await import('./commands/demo.ts')).createDemoCommand(),
  },
  {
    name: 'completion',
    summary: 'print a completion for a shell',
    load: async () => (await import('./commands/completion.ts')).createCompletionCommand(COMMANDS),
  },
]
