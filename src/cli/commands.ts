/** Lists every command: the operations, then what only a command line has. Loads none before it is called. */
import { OPERATIONS } from '../operations/index.ts'
import type { CommandEntry } from './command.ts'

export const COMMANDS: readonly CommandEntry[] = [
  ...OPERATIONS.filter(({ hasOwnCommand }) => !hasOwnCommand).map(({ load, ...operation }) => ({
    ...operation,
    load: async () => {
      const [definition, { createOperationCommand }] = await Promise.all([load(), import('./operation-command.ts')])
      return createOperationCommand(operation, definition)
    },
  })),
  {
    name: 'report',
    summary: 'read test reports as the gate does',
    examples: ['report test-results/', 'report junit.xml --json'],
    load: async () => {
      const [{ createReportCommand }, { reportTools }] = await Promise.all([
        import('./commands/report.ts'),
        import('../operations/report/tools.ts'),
      ])
      return createReportCommand(reportTools)
    },
  },
  {
    name: 'watch',
    summary: 'show live how far the task is; `--tmux` opens it beside this pane',
    examples: ['watch', 'watch --tmux'],
    load: async () => (await import('./commands/watch.ts')).createWatchCommand(),
  },
  {
    name: 'mcp',
    summary: 'offer these operations to an agent over MCP',
    examples: ['mcp'],
    load: async () => {
      const { createMcpCommand } = await import('./commands/mcp.ts')
      return createMcpCommand(async (...options) => (await import('../mcp/server.ts')).serve(...options))
    },
  },
  {
    name: 'app',
    summary: 'start the App for GitHub, from a clone',
    examples: ['app'],
    load: async () => (await import('./commands/app.ts')).createAppCommand(),
  },
  {
    name: 'demo',
    summary: 'show accepted and rejected work on a small project',
    examples: ['demo'],
    runsTests: true,
    load: async () => (await import('./commands/demo.ts')).createDemoCommand(),
  },
  {
    name: 'completion',
    summary: 'print a completion for a shell',
    examples: ['completion bash'],
    load: async () => (await import('./commands/completion.ts')).createCompletionCommand(COMMANDS),
  },
]
