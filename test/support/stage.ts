/** The real program; behind its commands stand operations that answer at once. Started by tests as a child process. */
import { tmpdir } from 'node:os'
import type { CliCommand } from '../../src/cli/command.ts'
import { createDoctorCommand } from '../../src/cli/commands/doctor.ts'
import { createExplainCommand } from '../../src/cli/commands/explain.ts'
import { createInitCommand } from '../../src/cli/commands/init.ts'
import { createReportCommand } from '../../src/cli/commands/report.ts'
import { createVerifyCommand, type VerifyOperation } from '../../src/cli/commands/verify.ts'
import { main } from '../../src/cli/main.ts'
import { GateError } from '../../src/core/model/errors.ts'
import type { Conclusion } from '../../src/core/model/finding.ts'
import { ACCEPTED, REJECTED, sha } from './decision.ts'
import { runGit } from './run-git.ts'
import { TOOLS } from './test-run.ts'

const AT = { index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' } as const

/** `--base` says how it ends; the options come back as a note. */
const verify: VerifyOperation = async (options, { onProgress, signal }) => {
  onProgress({ kind: 'commit', ...AT })
  onProgress({ kind: 'execution', ...AT, files: 1, attempt: 1, attempts: 2 })
  if (options.base === 'slow') await untilAborted(signal)
  if (options.base === 'refused')
    throw new GateError('no-commits', 'Nothing between\nbase and head.', 'git log base..head')
  if (options.base === 'broken') throw new TypeError('x is not a function\u001b[2J')
  const decision =
    options.base === 'failure' ? REJECTED : { ...ACCEPTED, conclusion: (options.base ?? 'success') as Conclusion }
  return { decision, base: sha('0'), head: sha('b'), sequence: 'commits', notes: [JSON.stringify(options)] }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  const alive = setInterval(() => undefined, 1_000)
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      clearInterval(alive)
      process.stderr.write('cleaned up\n')
      reject(signal.reason)
    })
  })
}

const flood: CliCommand = {
  configure: (command) => command,
  run: async (io) => {
    for (let line = 0; line < 20_000; line += 1) await io.print(`line ${line}\n`)
    return 4
  },
}

const RULE = {
  code: 'green-keeps-tests',
  about: 'Test files stay as RED froze them.',
  why: 'A test that is weakened until it passes proves nothing. Fix a wrong test with a new RED commit.',
  phases: ['green'],
  level: 'error',
} as const
const RULES = [RULE, { ...RULE, code: 'claims-are-true', level: 'warn' }] as const

const DOCTOR_TOOLS = {
  runGit,
  detect: () => ({ commands: ['sh'], explanations: ['Detected sh.'] }),
  ruleCodes: [],
  nodeVersion: process.versions.node,
  env: process.env,
  cacheDir: tmpdir(),
  findSandbox: async () => null,
}

await main(process.argv.slice(2), [
  { name: 'verify', summary: 'judge commits', load: async () => createVerifyCommand(verify) },
  { name: 'report', summary: 'read test reports', load: async () => createReportCommand(TOOLS) },
  { name: 'explain', summary: 'what a rule wants', load: async () => createExplainCommand(RULES) },
  { name: 'init', summary: 'set up', load: async () => createInitCommand(() => null) },
  { name: 'doctor', summary: 'look for trouble', load: async () => createDoctorCommand(DOCTOR_TOOLS) },
  { name: 'flood', summary: 'print much', load: async () => flood },
])
