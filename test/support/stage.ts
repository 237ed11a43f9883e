/** The real program; behind its commands stand operations that answer at once. Started by tests as a child process. */
import { tmpdir } from 'node:os'
import type { CliCommand } from '../../src/cli/command.ts'
import { createReportCommand } from '../../src/cli/commands/report.ts'
import { runCli } from '../../src/cli/main.ts'
import { createOperationCommand } from '../../src/cli/operation-command.ts'
import { GateError } from '../../src/core/model/errors.ts'
import type { Conclusion } from '../../src/core/model/finding.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { createDoctor } from '../../src/operations/catalog/doctor.ts'
import { createExplain } from '../../src/operations/catalog/explain.ts'
import { createInit } from '../../src/operations/catalog/init.ts'
import { createVerify } from '../../src/operations/catalog/verify.ts'
import type { Definition } from '../../src/operations/operation.ts'
import type { verify as verifyBranch } from '../../src/operations/verify/verify.ts'
import { NO_TOOLCHAINS } from '../../src/render/toolchain-steps.ts'
import { ACTION } from '../../src/render/workflow-file.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from './decision.ts'
import { runGit } from './run-git.ts'
import { STATEMENT } from './statement.ts'
import { TOOLS } from './test-run.ts'

const AT = { index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' } as const

/** `--base` says how it ends; the options come back as a note. */
const verify: typeof verifyBranch = async (options, { onProgress, signal }) => {
  onProgress({ kind: 'phase:start', ...AT })
  onProgress({ kind: 'test:run', ...AT, files: 1, attempt: 1, attempts: 2 })
  if (options.base === 'slow') await untilAborted(signal)
  if (options.base === 'refused')
    throw new GateError('no-commits', 'Nothing between\nbase and head.', 'git log base..head')
  if (options.base === 'broken') throw new TypeError('x is not a function\u001b[2J')
  const tests = Array.from({ length: 40 }, (_, n) => `a.test.ts > case ${n}`)
  const many = { ...REJECTED, commits: [judged({ findings: [finding({ tests })] })] }
  const decision =
    options.base === 'many'
      ? many
      : options.base === 'failure'
        ? REJECTED
        : { ...ACCEPTED, conclusion: (options.base ?? 'success') as Conclusion }
  const notes = [JSON.stringify(options)]
  const stated = options.inToto ? { statement: STATEMENT } : {}
  return { decision, base: sha('0'), head: sha('b'), sequence: 'commits', policy: DEFAULT_POLICY, notes, ...stated }
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
  readVersions: async () => [],
  env: process.env,
  cacheDir: tmpdir(),
  findSandbox: async () => null,
}

const offer = (name: string, summary: string, definition: Definition) => ({
  name,
  summary,
  load: async () =>
    createOperationCommand({ name, effect: 'reads', ...(name === 'verify' ? { runsTests: true } : {}) }, definition),
})

await runCli(process.argv.slice(2), [
  offer('verify', 'judge commits', createVerify(verify)),
  { name: 'report', summary: 'read test reports', load: async () => createReportCommand(TOOLS) },
  offer('explain', 'what a rule wants', createExplain(RULES, verify)),
  offer(
    'init',
    'set up',
    createInit({
      detect: () => ({ pin: 'version: 1\n', explanations: [], isAsked: true }),
      detectToolchains: async () => NO_TOOLCHAINS,
      findUse: () => ({ uses: ACTION, isPushed: true }),
    }),
  ),
  offer('doctor', 'look for trouble', createDoctor(DOCTOR_TOOLS)),
  { name: 'flood', summary: 'print much', load: async () => flood },
])
