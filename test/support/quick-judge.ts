/** Evidence for runs of a local GitHub, by the judge's own functions in this process: measured for real, with nothing to start up. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { bindPorts } from '../../src/action/bound.ts'
import { WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import { git } from '../github/git.ts'
import type { LocalGitHub } from '../github/github.ts'
import type { Repository, WorkflowRun } from '../github/world.ts'
import { JUDGE } from './release.ts'
import type { Files } from './repository.ts'
import { runGit } from './run-git.ts'
import { zip } from './zip.ts'

/** Each file of `checks/` is a test that the file of `src/` with its name says the same. */
export const CHECKS: Files = {
  '.github/tdd-gate.yml':
    "version: 1\ntest: { command: sh run.sh, reports: [junit.xml] }\npaths: { tests: ['checks/**'] }\n",
  '.gitignore': 'junit.xml\nbody\n',
  'run.sh': `for check in checks/*.txt; do
  name=$(basename "$check")
  echo "<testcase name='$name holds' classname='checks' file='$check'>"
  cmp -s "$check" "src/$name" || echo "<failure type='AssertionError' message='AssertionError: src/$name differs'/>"
  echo "</testcase>"
done > body
{ echo '<testsuite>'; cat body; echo '</testsuite>'; } > junit.xml
! grep -q '<failure' body
`,
  'checks/base.txt': 'base\n',
  'src/base.txt': 'base\n',
}

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }

export interface QuickJudge {
  /** Uploads what the run of a pull request leaves, before anybody hears that it has ended. */
  readonly judge: (repository: Repository, run: WorkflowRun) => Promise<void>
}

/** @param folder for what it works with; its cache is where `TDD_GATE_CACHE` says */
export function openQuickJudge(github: LocalGitHub, folder: string): QuickJudge {
  const env = {
    GITHUB_SERVER_URL: github.url,
    GITHUB_WORKFLOW_REF: `acme/shop/${WORKFLOW_PATH}@refs/heads/work`,
    TDD_GATE_WORKFLOW_REF: JUDGE,
  }
  const ports = bindPorts(env)
  return {
    judge: async (repository, told) => {
      const run = repository.runs.find(({ id }) => id === told.id) ?? told
      const [number] = run.pulls
      const pull = repository.issues.get(number ?? 0)?.pull
      if (number === undefined || pull == null || run.conclusion !== 'success') return
      const base = (await git(repository, ['rev-parse', `refs/heads/${pull.baseBranch}`])).trim()
      const dir = mkdtempSync(join(folder, 'checkout-'))
      await runGit(dir, ['clone', '--quiet', repository.folder, '.'])
      await runGit(dir, ['fetch', '--quiet', 'origin', `refs/pull/${number}/head`])
      await runGit(dir, ['checkout', '--quiet', run.headSha])
      const isFork = pull.headRepositoryId !== repository.id
      const subject = {
        ...{ event: 'pull_request' as const, repository: { id: String(repository.id), name: repository.fullName } },
        ...{ pullRequest: number, sequence: null, base: { branch: pull.baseBranch, sha: base } },
        head: { branch: run.headBranch, sha: run.headSha, isFork },
      }
      const origin = { id: String(run.id), attempt: run.attempt, event: run.event, head: run.headSha }
      const ask = { dir, subject, base, head: run.headSha, sequence: null, task: null, origin }
      const token = github.jobToken(repository, { actions: 'read', contents: 'read' })
      const access = { apiUrl: github.apiUrl, token }
      const find = () => ports.findEvidence({ ...ask, minimum: 'verified-run', access })
      const recording = join(dir, '..', `recording-${run.id}-${run.attempt}`)
      await ports.measureBranch({ ...ask, store: await find(), recording, shard: null }, HOOKS)
      const files: Record<string, string> = {}
      const write = ({ path, text }: { readonly path: string; readonly text: string }) => {
        files[path] = text
      }
      const judged = await ports.judgeBranch({ ...ask, store: await find(), recordings: [recording], write }, HOOKS)
      for (const file of judged.toEvidence('verified-run').files) write(file)
      repository.artifacts.push({
        ...{ id: github.world.nextId(), run, name: `tdd-gate-evidence-${run.attempt}`, bytes: await zip(files) },
        ...{ createdAt: github.world.now(), isExpired: false },
      })
    },
  }
}
