/** Evidence for runs of a local GitHub, by the judge's own functions in this process: measured for real, with nothing to start up. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bindPorts } from '../../src/action/bound.ts'
import { WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import { git } from '../simulator/git.ts'
import type { LocalGitHub } from '../simulator/github.ts'
import type { Pull, Repository, WorkflowRun } from '../simulator/world.ts'
import { checksProject } from './checks-project.ts'
import { type EvidenceFolder, rebind } from './rebind-evidence.ts'
import { JUDGE } from './release.ts'
import { runGit } from './run-git.ts'
import { zip } from './zip.ts'

export const CHECKS = checksProject({ reruns: ', reruns: 1' })

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }

export interface QuickJudge {
  /** Uploads the artifact of a pull request's run before the run ends. */
  readonly judge: (repository: Repository, run: WorkflowRun) => Promise<void>
}

/** The measurement of a branch, by base and head. */
interface Measured {
  readonly files: EvidenceFolder
  /** The run for which it was, and where. */
  readonly run: string
  readonly repository: number
}

/** @param folder for what it works with; its cache is where `TDD_GATE_CACHE` says */
export function openQuickJudge(github: LocalGitHub, folder: string): QuickJudge {
  const env = {
    GITHUB_SERVER_URL: github.url,
    GITHUB_WORKFLOW_REF: `acme/shop/${WORKFLOW_PATH}@refs/heads/work`,
    TDD_GATE_WORKFLOW_REF: JUDGE,
  }
  const ports = bindPorts(env)
  const known = new Map<string, Measured>()
  const runs = new Map<string, string>()
  // An edited text starts a run too: the judge skips it when it has just judged the same commits, like a cancelled run.
  let last = ''
  return {
    judge: async (repository, result) => {
      const run = repository.runs.find(({ id }) => id === result.id) ?? result
      const [number] = run.pulls
      const pull = repository.issues.get(number ?? 0)?.pull
      if (number === undefined || pull == null || run.conclusion !== 'success') return
      const base = (await git(repository, ['rev-parse', `refs/heads/${pull.baseBranch}`])).trim()
      const work = [run.headSha, pull.baseBranch, base].join(' ')
      const asked = [repository.id, number, work].join(' ')
      if (asked === last) return
      last = asked
      const before = known.get(work)
      const bound = {
        repository: { id: String(repository.id), name: repository.fullName },
        pullRequest: number,
        run: getOrigin(run),
        measuredBy: (id: string) => runs.get(`${repository.id} ${id}`) ?? id,
      }
      runs.set(`${repository.id} ${before?.run ?? run.id}`, String(run.id))
      // Elsewhere the same commits need not be measured again; here the judge decides that itself.
      const files =
        before !== undefined && before.repository !== repository.id
          ? rebind(before.files, bound)
          : await measure(repository, { run, number, pull, base })
      known.set(work, before ?? { files, run: String(run.id), repository: repository.id })
      repository.artifacts.push({
        id: github.world.nextId(),
        run,
        name: `tdd-gate-evidence-${run.attempt}`,
        bytes: await zip(files),
        createdAt: endOf(repository, run) ?? github.world.now(),
        isExpired: false,
      })
    },
  }

  async function measure(
    repository: Repository,
    { run, number, pull, base }: { run: WorkflowRun; number: number; pull: Pull; base: string },
  ): Promise<EvidenceFolder> {
    const dir = join(folder, `checkout-${repository.id}`)
    if (!existsSync(dir)) await runGit(folder, ['clone', '--quiet', '--shared', repository.folder, dir])
    await runGit(dir, ['fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*', `refs/pull/${number}/head`])
    await runGit(dir, ['checkout', '--quiet', '--force', run.headSha])
    const subject = {
      event: 'pull_request' as const,
      repository: { id: String(repository.id), name: repository.fullName },
      pullRequest: number,
      sequence: null,
      base: { branch: pull.baseBranch, sha: base },
      head: { branch: run.headBranch, sha: run.headSha, isFork: pull.headRepositoryId !== repository.id },
    }
    const ask = { dir, subject, base, head: run.headSha, sequence: null, task: null, origin: getOrigin(run) }
    const token = github.jobToken(repository, { actions: 'read', contents: 'read' })
    const access = { apiUrl: github.apiUrl, token }
    const store = await ports.findEvidence({ ...ask, minimum: 'verified-run', access })
    const recording = join(folder, `recording-${run.id}-${run.attempt}`)
    const digests = new Map<number, string>()
    const onRecorded = (digest: string) => void digests.set(1, digest)
    await ports.measureBranch({ ...ask, store, recording, shard: null, onRecorded }, HOOKS)
    const files: Record<string, string> = {}
    const write = ({ path, text }: { readonly path: string; readonly text: string }) => {
      files[path] = text
    }
    const judged = await ports.judgeBranch({ ...ask, store, recordings: [recording], digests, write }, HOOKS)
    for (const file of judged.toEvidence('verified-run').files) write(file)
    return files
  }
}

/** When its job ended, for the upload. */
function endOf({ checkRuns }: Repository, { suite }: WorkflowRun): string | null {
  return checkRuns.findLast((check) => check.suite === suite)?.completedAt ?? null
}

function getOrigin({ id, attempt, event, headSha }: WorkflowRun) {
  return { id: String(id), attempt, event, head: headSha }
}
