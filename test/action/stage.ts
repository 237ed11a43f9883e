/** The real step; behind it stand modules that answer at once, as the variable STAGE says. Started by the runner. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAction } from '../../src/action/main.ts'
import type { BranchOptions, JudgedBranch, Ports } from '../../src/action/ports.ts'
import { DEFAULT_TRUST } from '../../src/core/model/config.ts'
import { BaseError, GateError } from '../../src/core/model/errors.ts'
import type { Decision } from '../../src/core/model/finding.ts'
import type { EvidenceIndex, TrustLevel } from '../../src/evidence/document.ts'
import { EMPTY_STORE } from '../../src/evidence/store.ts'
import type { Hooks } from '../../src/operations/verify/progress.ts'
import { ACCEPTED, REJECTED, sha } from '../support/decision.ts'
import { isAlive } from '../support/processes.ts'

const ASKED = process.env['STAGE'] ?? 'success'
/** `<stage>_app`: the base says that the App holds the required check. */
const STAGE = ASKED.replace(/_app$/, '')
/** Output that a hostile test would like the job to take for commands. */
const COMMANDS = '::add-mask::success\n##[error]forged\n::stop-commands::x\n::error::forged'

const DIGEST = 'd'.repeat(64)

const DECISIONS: Readonly<Record<string, Decision>> = {
  failure: REJECTED,
  in_progress: { ...ACCEPTED, conclusion: 'in_progress', next: REJECTED.next },
  huge: {
    ...REJECTED,
    next: REJECTED.next && { ...REJECTED.next, drivers: Array.from({ length: 50_000 }, (_, n) => `test ${n}`) },
  },
}

function getBranch({ subject, base, head, origin }: BranchOptions): JudgedBranch {
  const getIndex = (level: TrustLevel): EvidenceIndex => ({
    schemaVersion: 1,
    kind: 'tdd-gate/evidence-index',
    repository: subject.repository,
    pullRequest: subject.pullRequest,
    base,
    head,
    policyDigest: 'd',
    level,
    run: origin,
    branch: null,
    documents: [],
  })
  return {
    decision: DECISIONS[STAGE] ?? ACCEPTED,
    base,
    head,
    sequence: subject.sequence ?? 'commits',
    policyDigest: 'd',
    checkHolder: STAGE === ASKED ? 'job' : 'app',
    trust: DEFAULT_TRUST,
    notes: ['walked'],
    reused: new Map([[head, { id: '8000', attempt: 2 }]]),
    failing: new Map(),
    patches: new Map(),
    isolation: null,
    toEvidence: (level) => ({
      results: new Map(),
      index: getIndex(level),
      files: [{ path: 'evidence/index.json', text: JSON.stringify(getIndex(level)) }],
    }),
  }
}

async function measureBranch(
  ask: Parameters<Ports['measureBranch']>[0],
  { onProgress, signal }: Hooks,
): Promise<JudgedBranch> {
  mkdirSync(ask.recording)
  writeFileSync(join(ask.recording, 'first'), JSON.stringify([ask.shard, ask.task]))
  ask.onRecorded(DIGEST)
  onProgress({ kind: 'phase:start', index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' })
  if (STAGE === 'hostile') process.stdout.write(`${COMMANDS}\n`)
  if (STAGE === 'leaver') leave(ask.recording)
  if (STAGE === 'refused') throw new GateError('setup-failed', 'npm ci failed:\n::error::forged', 'npm ci')
  if (STAGE === 'empty') throw new BaseError('no-commits', '"b" already holds it.', 'tdd-gate verify --base <rev>')
  if (STAGE === 'broken') throw new TypeError('x is not a function')
  if (STAGE === 'slow') await untilAborted(signal)
  return getBranch(ask)
}

/** As a test does whose process has a session of its own. */
function leave(recording: string): void {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
  child.unref()
  writeFileSync(join(recording, 'pid'), String(child.pid))
}

/** Returns what the judge finds of it. */
function left([recording = '']: readonly string[]): string {
  const path = join(recording, 'pid')
  return existsSync(path) && isAlive(Number(readFileSync(path, 'utf8'))) ? 'a process is left' : 'no process is left'
}

function untilAborted(signal: AbortSignal): Promise<never> {
  const alive = setInterval(() => undefined, 1_000)
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      clearInterval(alive)
      reject(signal.reason)
    })
  })
}

const ports: Ports = {
  useProxy: async () => undefined,
  findEvidence: async ({ access }) => ({ ...EMPTY_STORE, notes: [`asked ${access?.apiUrl} with ${access?.token}`] }),
  measureBranch,
  judgeBranch: async (ask, { onProgress }) => {
    onProgress({ kind: 'phase:start', index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' })
    onProgress({ kind: 'note', text: `judging ${ask.recordings.join(' ')} of ${[...ask.digests].join(' ')}` })
    if (STAGE === 'leaver') onProgress({ kind: 'note', text: left(ask.recordings) })
    return getBranch(ask)
  },
  audienceOf: async ({ level }) => `tdd-gate:${level}`,
  openLog: async () => (previous, event) =>
    JSON.stringify({ ...event, follows: previous === null ? 0 : previous.length }),
  toManifest: async (parts) => JSON.stringify(parts),
  publish: async ({ report, access }) => {
    if (STAGE === 'unpublished')
      throw new GateError('github-refused', 'The check run was not written.', 'Grant checks: write.')
    if (STAGE === 'unanswered') throw new GateError('github-unavailable', 'It did not answer.', 'Run it again.')
    return [`published ${report.decision?.conclusion ?? report.error?.code} with ${access.token}`]
  },
  render: {
    toJobLog: (report) =>
      `${report.notes.join('\n')}\n${STAGE === 'hostile' ? COMMANDS : ''}\nTDD-GATE RESULT ${report.decision?.conclusion ?? report.error?.code}\n${JSON.stringify({ ...report, reused: [...report.reused], decision: null })}`,
    toSummary: async ({ decision }) =>
      STAGE === 'huge' ? 'ünï\n'.repeat(400_000) : `# ${decision?.conclusion ?? 'error'}`,
    toAnnotations: ({ decision }) => {
      const finding = {
        title: 'green-keeps-tests',
        message: 'line one\n::error::two',
        path: 'test/a,b.test.js',
        line: 3,
        lastLine: 5,
      }
      const count = STAGE === 'huge' ? 40 : 1
      return decision?.conclusion === 'failure'
        ? Array.from({ length: count }, () => ({ ...finding, level: 'error' as const }))
        : []
    },
    toFiles: async () => [
      { path: 'report.html', text: '<html>' },
      { path: 'pr.md', text: '#' },
    ],
  },
}

process.exitCode = await runAction(ports, process.env)
