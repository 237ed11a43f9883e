/** What a pull request's history can look like: only the commits of the branch are judged, and all of them. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pullRequest } from '../../action/steps.ts'
import { type JobEnd, openJobs } from '../../support/action-job.ts'
import { type Branch, createBranch } from '../../support/branch.ts'
import { WORKFLOW } from '../../support/origin.ts'
import { GREEN, RED, SHOP_ONCE, WRONG } from '../../support/shop.ts'

const BASE = { ...SHOP_ONCE, [WORKFLOW]: 'name: tdd-gate\n' }
const SUCCESS = { exitCode: 0, outputs: { conclusion: 'success' } }
const PUBLISH = { with: { publish: 'true' } }
const AS_GITHUB = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@github.com']
const MANY = 298

test('the merge commit that GitHub checks out is never judged, whatever it holds, even from a clone of that one commit', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await branch.green(WRONG, '1.1')
  await onMain(branch, 'discounts, done elsewhere', { ...RED, ...GREEN })
  await using jobs = await openJobs(branch)
  const { head } = jobs.push()
  const merge = jobs.git(...AS_GITHUB, 'commit-tree', 'main^{tree}', '-p', 'main', '-p', head, '-m', 'Merge')
  jobs.git('update-ref', 'refs/pull/7/merge', merge)
  expect(jobs.git('show', `${merge}:src/discount.js`)).toContain('total / 10')
  const end = await jobs.run({ ...PUBLISH, checkout: { rev: merge, depth: 1 }, env: { GITHUB_SHA: merge } })
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'in_progress' } })
  expect(getManifest(end)).toMatchObject({ head, commits: [{ phase: 'red' }, { phase: 'green', verdict: 'attempt' }] })
  expect(jobs.github.state.checks.map(({ head_sha }) => head_sha)).toEqual([head])
})

test('a merge of the base within the branch is judged, and an evil one is rejected', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await onMain(branch, 'docs: an aside', { 'docs/aside.md': 'aside\n' })
  await branch.repo.merge('main')
  await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const clean = await jobs.run()
  expect(clean).toMatchObject(SUCCESS)
  expect(getPhases(clean)).toEqual(['red accepted', 'merge accepted', 'green accepted'])

  await onMain(branch, 'docs: another', { 'docs/another.md': 'another\n' })
  await branch.repo.merge('main', { files: { 'src/cart.js': 'export const total = () => 3\n' } })
  const evil = await jobs.run()
  expect(evil).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failure' } })
  expect(evil.result).toContain('FINDING merge-is-clean')
})

test('after a rebase by force, equal trees are not measured again; what moved on main meanwhile changes nothing', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const before = await jobs.run()
  expect(before).toMatchObject(SUCCESS)
  expect(before.log).toContain('running')

  await branch.repo.git('reset', '--quiet', '--hard', 'main')
  await branch.red(RED, '1.1')
  await branch.repo.git('commit', '--quiet', '--amend', '--message=red, in better words\n\nTask: 1.1\nPhase: red')
  await branch.green(GREEN, '1.1')
  const { head } = jobs.push()
  const event = pullRequest(await branch.repo.git('rev-parse', 'main'), head)
  await onMain(branch, 'docs: main moves on', { 'docs/aside.md': 'aside\n' })
  const after = await jobs.run({ event })
  expect(after).toMatchObject(SUCCESS)
  expect(after.log).not.toContain('running')
  expect(getManifest(after).head).not.toBe(getManifest(before).head)
  expect(getManifest(after).base).toBe(getManifest(before).base)
})

test('a run that was overtaken by a push judges what it was started for, and leaves the comment to the newer one', async () => {
  await using branch = await createBranch(BASE)
  const head = await branch.red(RED, '1.1')
  await using jobs = await openJobs(branch)
  const { base } = jobs.push()
  await branch.repo.git('reset', '--quiet', '--hard', 'main')
  await branch.commit('docs: something else', { 'docs/else.md': 'else\n' })
  const end = await jobs.run({ ...PUBLISH, event: pullRequest(base, head), checkout: { rev: head, depth: 1 } })
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'in_progress' } })
  expect(jobs.github.state.checks).toMatchObject([{ head_sha: head }])
  expect(jobs.github.state.comments).toEqual([])
  expect(end.result).toContain('the newer head of the pull request')
})

test('commits of a fork are in no branch here: they are fetched by their ids, and their evidence is found again', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch, { isFork: true })
  jobs.push()
  expect(jobs.git('branch', '--list')).not.toContain('work')
  const options = { checkout: { rev: 'refs/pull/7/merge', depth: 1 }, hasIdToken: false }
  const { judge } = await jobs.runWorkflow(options)
  expect(judge).toMatchObject(SUCCESS)
  expect(getManifest(judge)).toMatchObject({ level: 'verified-run' })
  const again = await jobs.runWorkflow(options)
  expect(again.judge).toMatchObject(SUCCESS)
  expect(again.measure.log).not.toContain('running')
})

test('300 commits, of which the first and the last are what it is about', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  writeDocs(branch, MANY)
  const head = await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const end = await jobs.run({ ...PUBLISH, checkout: { rev: head, depth: 1 } })
  expect(end).toMatchObject(SUCCESS)
  const phases = getPhases(end)
  expect(phases).toHaveLength(MANY + 2)
  expect([phases[0], phases.at(-1)]).toEqual(['red accepted', 'green accepted'])
  expect(new Set(phases.slice(1, -1))).toEqual(new Set(['neutral accepted']))
  expect(end.read('commits.txt').trim().split('\n')).toHaveLength(MANY + 2)
  expect(jobs.github.state.checks).toMatchObject([{ head_sha: head, conclusion: 'success' }])
})

interface ManifestText {
  readonly base: string
  readonly head: string
  readonly level: string
  readonly commits: readonly { readonly phase: string; readonly verdict: string }[]
}

const getManifest = (end: JobEnd): ManifestText => JSON.parse(end.read('manifest.json'))
const getPhases = (end: JobEnd) => getManifest(end).commits.map(({ phase, verdict }) => `${phase} ${verdict}`)

async function onMain({ repo, commit }: Branch, message: string, files: typeof GREEN): Promise<void> {
  await repo.checkout('main')
  await commit(message, files)
  await repo.checkout('work')
}

/** One commit a document, as fast as git can. */
function writeDocs({ repo }: Branch, count: number): void {
  const commits = Array.from({ length: count }, (_, i) =>
    [
      `commit refs/heads/work\ncommitter Mona <mona@example.com> ${1_767_300_000 + i} +0000`,
      `data ${Buffer.byteLength(`docs: page ${i}`)}\ndocs: page ${i}`,
      i === 0 ? 'from refs/heads/work^0' : '',
      `M 100644 inline docs/page-${i}.md\ndata 2\n${i % 10}\n`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.dir, input: commits.join('\n') })
  execFileSync('git', ['reset', '--quiet', '--hard'], { cwd: repo.dir })
}
