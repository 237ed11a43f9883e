/** A pull request of 100 commits: judged by what was recorded, and once more when all but the last have evidence. */
import { join } from 'node:path'
import { judgedBranch } from '../src/action/judged-branch.ts'
import { measuredBranch } from '../src/action/measured-branch.ts'
import type { BranchOptions, JudgedBranch } from '../src/action/ports.ts'
import type { TestRun } from '../src/core/model/test-run.ts'
import type { EvidenceDocument } from '../src/evidence/document.ts'
import { readDocument } from '../src/evidence/read.ts'
import { EMPTY_STORE, type EvidenceStore } from '../src/evidence/store.ts'
import type { RunFile } from '../src/operations/runs/run-folder.ts'
import type { Hooks } from '../src/operations/verify/progress.ts'
import { below, type Measure, shown } from './measure.ts'
import { createQuickProject, getSha } from './project.ts'

const COMMITS = 100
const HOOKS: Hooks = { onProgress: () => {}, signal: new AbortController().signal }

export async function benchReuse(_bin: string, folder: string): Promise<readonly Measure[]> {
  process.env['TDD_GATE_CACHE'] = join(folder, 'reuse-cache')
  const repo = join(folder, 'long')
  createQuickProject(repo, COMMITS / 2)
  const before = await run(join(folder, 'first'), getAsk(repo, 'HEAD~1', EMPTY_STORE))
  const after = await run(join(folder, 'second'), getAsk(repo, 'HEAD', getStore(before.files)))
  if (after.judged.reused.size !== COMMITS) throw new Error(`${after.judged.reused.size} measurements were used again`)
  if (after.judged.decision?.conclusion !== 'success') throw new Error('an honest branch was refused')
  return [
    below(`mode: gate, ${COMMITS} commits, ${COMMITS - 1} with evidence`, after.measureMs + after.judgeMs, 5000, 'ms'),
    shown('all of them anew, with tests that take no time', before.measureMs + before.judgeMs, 'ms'),
    below('mode: judge, per commit', before.judgeMs / COMMITS, 50, 'ms', 1),
  ]
}

interface Run {
  readonly judged: JudgedBranch
  readonly files: readonly RunFile[]
  readonly measureMs: number
  readonly judgeMs: number
}

async function run(recording: string, ask: BranchOptions): Promise<Run> {
  const written: RunFile[] = []
  const started = performance.now()
  const digests = new Map<number, string>()
  const onRecorded = (digest: string) => void digests.set(1, digest)
  await measuredBranch({ ...ask, recording, shard: null, onRecorded }, HOOKS, process.env)
  const measured = performance.now()
  const write = (file: RunFile) => void written.push(file)
  const judged = await judgedBranch({ ...ask, recordings: [recording], digests, write }, HOOKS)
  const { files } = judged.toEvidence('verified-run')
  const ended = performance.now()
  return { judged, files: [...files, ...written], measureMs: measured - started, judgeMs: ended - measured }
}

function getAsk(dir: string, revision: string, store: EvidenceStore): BranchOptions {
  const [base, head] = [getSha(dir, 'base'), getSha(dir, revision)]
  const repository = { id: '812', name: 'acme/shop' }
  return {
    dir,
    base,
    head,
    store,
    sequence: null,
    task: null,
    origin: { id: '9001', attempt: 1, event: 'pull_request', head },
    subject: {
      event: 'pull_request',
      repository,
      pullRequest: 7,
      sequence: null,
      base: { branch: 'main', sha: base },
      head: { branch: 'work', sha: head, isFork: false },
    },
  }
}

const OF_A_COMMIT = /^evidence\/[0-9a-f]{40}\.json$/

/** Returns the evidence of an earlier run as a verified store. */
function getStore(files: readonly RunFile[]): EvidenceStore {
  const documents = new Map<string, EvidenceDocument>()
  const runs = new Map<string, TestRun>()
  for (const { path, text } of files) {
    const result = /^test-results\/(.+)\.json$/.exec(path)?.[1]
    if (result !== undefined) runs.set(result, JSON.parse(text))
    else if (OF_A_COMMIT.test(path)) {
      const document = readDocument(text)
      documents.set(document.key, document)
    }
  }
  return { find: (key) => documents.get(key) ?? null, readRun: (digest) => runs.get(digest) ?? null, notes: [] }
}
