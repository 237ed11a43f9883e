/** A branch on GitHub whose pushes are measured and judged as the two jobs of the workflow do it, one run after the other. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { bindPorts } from '../../src/action/bound.ts'
import type { BranchOptions, JudgedBranch, WalkedBranch } from '../../src/action/ports.ts'
import type { RunOrigin, TrustLevel } from '../../src/evidence/document.ts'
import { getAudience } from '../../src/evidence/set.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import type { Subject } from '../../src/intake/subject.ts'
import { checksProject } from './checks-project.ts'
import { toRun } from './github/state.ts'
import { JUDGE } from './oidc.ts'
import { WORKFLOW } from './origin.ts'
import { getDigests } from './recording-digests.ts'
import { createRepository, type Files, type TestRepository } from './repository.ts'
import { REPOSITORY, type RecordedRun, type RunServer, startRunServer } from './run-server.ts'
import { JOB_TOKEN } from './runner.ts'
import { zip } from './zip.ts'

export interface GatedBranch extends AsyncDisposable {
  readonly repo: TestRepository
  readonly github: RunServer
  /** A RED commit and its GREEN: a check that something holds, then what makes it hold. */
  readonly red: (name: string) => Promise<string>
  readonly green: (name: string) => Promise<string>
  /** Both jobs on the branch as it is now; what the run leaves is on GitHub then. */
  readonly run: (options?: RunOptions) => Promise<RunEnd>
  /** Returns what a run would find of earlier ones. */
  readonly find: (options?: Pick<RunOptions, 'event' | 'minimum'>) => Promise<EvidenceStore>
}

export interface RunOptions {
  readonly event?: 'pull_request' | 'push'
  /** Of an earlier run that is started again. */
  readonly id?: string
  readonly attempt?: number
  readonly minimum?: TrustLevel
  /** Between the jobs, with the folder that the measuring one recorded in. */
  readonly between?: (recording: string) => unknown
  /**
   * True: the judge gets the digest of the measuring job; otherwise the digest of the present files, so that it reads
   * further.
   */
  readonly isDigestJudged?: boolean
}

export interface RunEnd {
  readonly origin: RunOrigin
  readonly measured: WalkedBranch
  readonly judged: JudgedBranch
  readonly conclusion: string
  /** One a commit: `red accepted`. */
  readonly verdicts: readonly string[]
  /** Executions that were recorded. */
  readonly executions: number
  /** How often the suite itself ran. */
  readonly ran: number
  /** The content of its artifact, by name. */
  readonly files: Readonly<Record<string, string>>
  readonly recorded: RecordedRun
}

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }

/** Without sandboxes every run of its suite adds a line to `diary`, and writes a report unless silenced. */
const getProject = (diary: string): Files => ({
  ...checksProject({
    policy: 'policy: { isolation: off }\n',
    first: `echo ran >> '${diary}'\n[ -f checks/silent.txt ] && exit 1\n`,
  }),
  [WORKFLOW]: 'on: pull_request\n',
})

export async function createGatedBranch(): Promise<GatedBranch> {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-gated-'))
  vi.stubEnv('TDD_GATE_CACHE', join(folder, 'cache'))
  const diary = join(folder, 'diary')
  const repo = await createRepository()
  await repo.commit('base', getProject(diary))
  await repo.branch('work')
  const github = await startRunServer(repo)
  const env = {
    GITHUB_SERVER_URL: github.url,
    GITHUB_WORKFLOW_REF: `acme/shop/${WORKFLOW}@refs/heads/work`,
    TDD_GATE_WORKFLOW_REF: JUDGE,
  }
  const ports = bindPorts(env)
  let lastId = 9000
  const getAsk = async ({
    event = 'pull_request',
    attempt = 1,
    id = String(lastId),
  }: RunOptions): Promise<Omit<BranchOptions, 'store'>> => {
    const [base = '', head = ''] = (await repo.git('rev-parse', 'main', 'work')).split('\n')
    const subject: Subject = {
      event,
      repository: REPOSITORY,
      pullRequest: event === 'push' ? null : 7,
      sequence: null,
      base: { branch: 'main', sha: base },
      head: { branch: 'work', sha: head, isFork: false },
    }
    const origin = { id, attempt, event, head }
    return { dir: repo.dir, subject, base, head, sequence: null, task: null, origin }
  }
  const storeFor = (ask: Omit<BranchOptions, 'store'>, minimum: TrustLevel = 'attested') =>
    ports.findEvidence({ ...ask, minimum, access: { apiUrl: github.apiUrl, token: JOB_TOKEN } })
  const run = async (options: RunOptions = {}): Promise<RunEnd> => {
    lastId += 1
    const startedAt = new Date()
    const recording = join(folder, `recording-${lastId}`)
    const ask = await getAsk(options)
    const before = getLines(diary)
    const store = await storeFor(ask, options.minimum)
    const result = new Map<number, string>()
    const onRecorded = (digest: string) => void result.set(1, digest)
    const measured = await ports.measureBranch({ ...ask, store, recording, shard: null, onRecorded }, HOOKS)
    const ran = getLines(diary) - before
    await options.between?.(recording)
    const files: Record<string, string> = {}
    const recordings = { recordings: [recording], digests: options.isDigestJudged ? result : getDigests([recording]) }
    const judging = { ...ask, store: await storeFor(ask, options.minimum), ...recordings }
    const write = ({ path, text }: { readonly path: string; readonly text: string }) => {
      files[path] = text
    }
    const judged = await ports.judgeBranch({ ...judging, write }, HOOKS)
    const { index, files: documents } = judged.toEvidence('attested')
    for (const file of documents) write(file)
    files['evidence/token.jwt'] = await github.sign(getAudience(index), ask.origin)
    const { id, attempt: run_attempt, event, head: head_sha } = ask.origin
    const times = { created_at: startedAt.toISOString(), updated_at: new Date().toISOString() }
    const recorded: RecordedRun = {
      record: toRun({ id: Number(id), event, path: WORKFLOW, head_sha, run_attempt, ...times }),
      artifact: { name: `tdd-gate-evidence-${run_attempt}`, bytes: await zip(files), expired: false },
    }
    github.runs.push(recorded)
    const verdicts = judged.decision?.commits.map(({ phase, verdict }) => `${phase} ${verdict}`) ?? []
    const lines = readFileSync(join(recording, 'executions.jsonl'), 'utf8').match(/"kind":"execution"/g) ?? []
    return {
      origin: ask.origin,
      measured,
      judged,
      verdicts,
      executions: lines.length,
      ran,
      files,
      recorded,
      conclusion: judged.decision?.conclusion ?? 'none',
    }
  }
  return {
    repo,
    github,
    red: (name) => repo.commit(`test: ${name}\n\nTask: ${name}\nPhase: red\n`, { [`checks/${name}.txt`]: `${name}\n` }),
    green: (name) =>
      repo.commit(`feat: ${name}\n\nTask: ${name}\nPhase: green\n`, { [`src/${name}.txt`]: `${name}\n` }),
    run,
    find: async (options = {}) => {
      lastId += 1
      return storeFor(await getAsk(options), options.minimum)
    },
    [Symbol.asyncDispose]: async () => {
      await github[Symbol.asyncDispose]()
      await repo[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
      vi.unstubAllEnvs()
      github.assertDone()
    },
  }
}

function getLines(path: string): number {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1
  } catch {
    return 0
  }
}
