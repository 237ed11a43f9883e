/** Tests ways of branches and pull requests on one GitHub: the check after each step, and what continues the task. */
import { expect, test } from 'vitest'
import type { WorkingClone } from '../../simulator/working-clone.ts'
import { green, push, shareStory } from '../../support/app-story.ts'

const story = shareStory({ files: { '.github/tdd-gate/pr-body.md': 'Read for #{issue} by hand.\n' } })
const PLACE = { owner: 'acme', repo: 'shop' }

const merge = async (number: number) => (await story().github.as(story().mona).merge(story().shop, number)).status

/** A pull request of commits that are made before it opens. */
async function openWork(branch: string, work: (clone: WorkingClone) => Promise<unknown>, base = 'main') {
  const { github, shop, ada, settled } = story()
  const clone = await github.as(ada).clone(shop)
  await clone.git('checkout', '--quiet', '-b', branch, `origin/${base}`)
  await work(clone)
  await clone.push()
  const number = await github.as(ada).openPull(shop, { head: branch, base })
  await settled()
  return { clone, number }
}

const note = (clone: WorkingClone, name: string) =>
  clone.commit(`docs: ${name}\n\nPhase: neutral\n`, { [`${name}.md`]: `${name}\n` })

/** Pushes as a person with write access. */
async function pushMain(files: Readonly<Record<string, string>>) {
  const { github, shop, mona, settled } = story()
  const clone = await github.as(mona).clone(shop)
  await clone.commit('chore: main goes on\n\nPhase: neutral\n', files)
  await clone.push()
  await settled()
}

/** Requires the check, where an earlier test has not done it. */
async function protect(branch: string) {
  const { github, shop, mona, gate } = story()
  if (!shop.protections.has(branch))
    await github.as(mona).protect(shop, branch, [{ context: 'tdd-gate', appId: gate.app.id }])
}

test('work goes on upon a base that goes on: merged into the branch, and rebased', async () => {
  const { settled, checkOf } = story()
  const { clone, number } = await openWork('moving', (made) => note(made, 'moving'))
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  await pushMain({ '.github/CODEOWNERS': '* @acme\n' })
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.summary).toContain('merge the base into the branch')
  await clone.git('fetch', '--quiet', 'origin')
  await clone.git('merge', '--quiet', '--no-edit', 'origin/main')
  const merged = await clone.git('rev-parse', 'HEAD')
  await clone.push()
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', sha: merged })

  await protect('main')
  await clone.git('rebase', '--quiet', 'origin/main')
  await clone.push('--force')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(checkOf(number)?.sha).not.toBe(merged)
  expect(await merge(number)).toBe(200)
  await settled()
})

test('from an issue to a merge: an attempt, a revert, and skipped subtasks', async () => {
  const { ada, mona, say, settled, checkOf, startTask, agent, shop, github, saidUnder, app } = story()
  const { issue, number, branch } = await startTask(['one', 'two'])
  const [one, two] = [`${issue}.1`, `${issue}.2`]
  const task = shop.issues.get(number)
  expect(task?.pull).toMatchObject({ isDraft: true, baseBranch: 'main' })
  expect(task?.body).toContain(`- [ ] \`${one}\` one`)
  expect(task?.body).toContain(`\n\nRead for #${issue} by hand.`)
  expect(saidUnder(issue).join()).toContain(`Pull request #${number} is open.`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required', status: 'completed' })
  expect(saidUnder(number)).toEqual([expect.stringContaining(`write a failing test for ${one}`)])
  const clone = await agent(ada, branch)
  const proved = await clone.commit(`test: one\n\nTask: ${one}\nPhase: red\n`, { 'checks/one.txt': 'one\n' })
  const missed = await push(clone, 'feat: one', `Task: ${one}\nPhase: green`, { 'src/one.txt': 'two\n' })
  await settled()
  const attempt = { title: expect.stringMatching(new RegExp(`^GREEN ${one} attempt 1 of 3`)) }
  expect(checkOf(number)).toMatchObject({ output: attempt, conclusion: 'action_required', sha: missed })

  expect((await say(ada, number, `/tdd revert ${missed.slice(0, 9)} wrong way`)).reactions).toEqual(['eyes', '+1'])
  await clone.git('pull', '--quiet', '--ff-only', 'origin', branch)
  expect(await clone.git('diff', proved, 'HEAD')).toBe('')
  expect(await clone.git('rev-parse', 'HEAD~1')).toBe(missed)
  expect(checkOf(number)?.output.title).toContain(one)
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })

  expect((await say(ada, number, `/tdd skip ${two} later`)).reply).toContain('Only people with the maintain')
  expect((await say(mona, number, `/tdd skip ${issue}.3 later`)).reply).toContain('no subtask')
  await say(mona, number, `/tdd skip ${two} comes with the next release`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  const complaints = app.complaints.length
  await green(clone, 'one', one)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', annotations: [] })
  expect(checkOf(number)?.output.summary).toContain('comes with the next release')
  expect(checkOf(number)?.output.summary).toContain('trust: `verified-run`')
  expect(checkOf(number)?.output.summary).not.toContain('has changed since')
  expect(saidUnder(number)[0]).toContain('commits accepted, 2 subtasks done')
  expect(task?.body).toContain(`- [x] \`${one}\` one`)
  expect([...(task?.labels ?? [])]).toEqual(['tdd: done'])
  github.as(ada).markReady(shop, number)
  expect(await merge(number)).toBe(200)
  await settled()
  expect([shop.issues.get(issue)?.state, app.complaints.length]).toEqual(['closed', complaints])
})

test('a fork is judged, cannot excuse itself, and cannot be written to', async () => {
  const { github, shop, bob, mona, say, settled, checkOf } = story()
  await protect('main')
  await github.as(bob).request('POST /repos/{owner}/{repo}/forks', PLACE)
  const fork = github.world.repositories.get('bob/shop')
  if (fork === undefined) throw new Error('there is no fork')
  const clone = await github.as(bob).clone(fork)
  await clone.branch('guest')
  await clone.commit('feat: four\n\nTask: 4\nPhase: green\n', { 'src/four.txt': 'four\n' })
  await clone.push()
  const number = await github.as(bob).openPull(shop, { head: 'bob:guest' })
  await settled()
  expect(checkOf(number)).toMatchObject({
    conclusion: 'action_required',
    output: { title: 'The workflow needs approval' },
  })
  const run_id = shop.runs.at(-1)?.id ?? 0
  await github.as(mona).request('POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve', { ...PLACE, run_id })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  const head = checkOf(number)?.sha.slice(0, 9)
  expect((await say(bob, number, `/tdd override ${head} mine`)).reply).toContain('Only people with the maintain')
  github.grant(shop, bob, 'maintain')
  expect((await say(bob, number, `/tdd override ${head} mine`)).reply).toContain('cannot decide about their own work')
  expect((await say(mona, number, `/tdd revert ${head}`)).reply).toContain('in a fork')
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(await merge(number)).toBe(405)
  await say(mona, number, `/tdd override ${head} read by me`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(await merge(number)).toBe(200)
  await settled()
})

test('led to another base it is judged again, and what excused it stays behind', async () => {
  const { github, shop, ada, mona, say, settled, checkOf } = story()
  const tip = await github.as(mona).request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...PLACE, ref: 'heads/main' })
  const { sha } = tip.data.object
  await github.as(mona).request('POST /repos/{owner}/{repo}/git/refs', { ...PLACE, ref: 'refs/heads/next', sha })
  for (const base of ['main', 'next']) await protect(base)
  const cheat = { 'src/five.txt': 'five\n' }
  const { number } = await openWork(
    'five',
    (clone) => clone.commit('feat: 5\n\nTask: 5\nPhase: green\n', cheat),
    'next',
  )
  await say(mona, number, `/tdd override ${checkOf(number)?.sha.slice(0, 9)} it is unused`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  const change = { ...PLACE, pull_number: number, base: 'main' }
  await github.as(ada).request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', change)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.title).not.toContain('Overridden')
  expect(await merge(number)).toBe(405)
  await expect(github.as(mona).enqueue(shop, number)).rejects.toThrow('failing')
})

test('a configuration that the branch weakens judges nothing; nor does a branch that is gone', async () => {
  const { shop, settled, checkOf, app } = story()
  const lax = 'version: 1\ntest: { command: "true" }\n'
  const { clone, number } = await openWork('weak', (made) =>
    made.commit('chore: fewer rules\n\nPhase: neutral\n', { '.github/tdd-gate.yml': lax }),
  )
  await protect('main')
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure', output: { title: 'The evidence is refused' } })
  expect(checkOf(number)?.output.summary).toContain('changes `.github`')
  expect(await merge(number)).toBe(405)
  await clone.git('push', '--quiet', 'origin', '--delete', 'weak')
  await settled()
  expect([shop.issues.get(number)?.state, await app.dead()]).toEqual(['closed', []])
})

test('a draft is judged too; closed and reopened it is judged anew, and a merge queue lets it through', async () => {
  const { github, shop, ada, mona, settled, checkOf, gate } = story()
  const { clone, number } = await openWork('draft', (made) => note(made, 'draft'))
  github.as(ada).markDraft(shop, number)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(await merge(number)).toBe(405)
  await github.as(ada).close(shop, number)
  const head = await note(clone, 'closed')
  await clone.push()
  await settled()
  expect(shop.checkRuns.some(({ sha }) => sha === head)).toBe(false)
  await github.as(ada).reopen(shop, number)
  github.as(ada).markReady(shop, number)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', sha: head })

  await github.as(mona).enqueue(shop, number)
  await settled()
  const group = shop.issues.get(number)?.pull?.mergeCommitSha
  expect(group).toEqual(expect.stringMatching(/^[0-9a-f]{40}$/))
  const answers = shop.checkRuns.filter(
    ({ name, sha, app }) => name === 'tdd-gate' && sha === group && app === gate.app,
  )
  expect(answers).toMatchObject([{ conclusion: 'success', output: { title: `#${number} passed the gate` } }])
})

test('without evidence the check has ended all the same; words, buttons and labels of people make it no better', async () => {
  const { github, shop, mona, gate, say, settled, checkOf, saidUnder } = story()
  const { number } = await openWork('silent', (made) => made.commit('docs: hush [skip ci]\n', { 'hush.md': 'hush\n' }))
  const check = checkOf(number)
  expect(check).toMatchObject({ status: 'completed', conclusion: 'action_required' })
  expect(check?.output.title).toBe('No evidence: the commit message contains [skip ci]')
  expect(check?.output.summary).toContain('git commit --amend')
  const before = saidUnder(number)
  const own = [...shop.comments.values()].find(({ issue, author }) => issue === number && author === gate.app.bot)
  const remove = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}'
  await github.as(mona).request(remove, { ...PLACE, comment_id: own?.id ?? 0 })
  await settled()
  expect(saidUnder(number)).toEqual(before)
  await github.as(mona).label(shop, number, 'tdd: done')
  if (check !== undefined) github.as(mona).rerequest(shop, check)
  await settled()
  expect((await say(mona, number, '/tdd recheck')).reactions).toEqual(['eyes', '+1'])
  expect(checkOf(number)).toMatchObject({ status: 'completed', conclusion: 'action_required', output: check?.output })
  expect(saidUnder(number).slice(0, before.length)).toEqual(before)
})

test('a maintainer excuses one rule at one commit, and its finding is shown as a warning', async () => {
  const { mona, say, checkOf } = story()
  const { number } = await openWork('excused', async (clone) => {
    await clone.commit('test: claims\n\nTask: c\nPhase: red\n', { 'checks/claims.txt': 'claims\n' })
    await clone.commit('feat: claims\n\nTask: c\nPhase: green\nTests: 99 passed\n', { 'src/claims.txt': 'claims\n' })
  })
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  // Named: GitHub's times have whole seconds, and the check may be of this very one.
  const head = checkOf(number)?.sha.slice(0, 9)
  const said = await say(mona, number, `/tdd override claims-are-true ${head} counted by hand`)
  expect(said.reply).toContain('`claims-are-true` is excused')
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(checkOf(number)?.output.summary).toMatch(/`claims-are-true` excused at .* by `@mona` .*: counted by hand/)
})
