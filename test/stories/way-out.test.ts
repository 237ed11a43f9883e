/** For each rule that refuses: its next steps, followed as printed, lead to acceptance. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstBlocked } from '../../src/core/evaluate/next.ts'
import { rules } from '../../src/core/rules/index.ts'
import { type More, openPull } from '../core/story.ts'
import { type Branch, type BranchOptions, createBranch, type Judged, RUN_ONCE } from '../support/branch.ts'
import { CORRECTIONS, type Correction } from '../support/corrections.ts'
import { getFolder } from '../support/folder.ts'
import { REFUSALS } from '../support/refusals.ts'
import type { Files } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const run = promisify(execFile)
const MAX_TURNS = 8

let shared: Branch
beforeAll(async () => {
  shared = await openBranch()
})
afterAll(() => shared[Symbol.asyncDispose]())

async function openBranch(options: BranchOptions = {}): Promise<Branch> {
  const branch = await createBranch({ ...RUN_ONCE, ...SHOP }, options)
  await branch.repo.git('config', 'user.name', 'Mona')
  await branch.repo.git('config', 'user.email', 'mona@example.com')
  return branch
}

/** Cases of their own, below. */
const APART = ['counterfactual-fails', 'evidence-is-bound']

test('each rule that refuses has a case here or in the table of pasted commands', () => {
  const refusing = rules.filter(({ level }) => level !== 'warn').map(({ code }) => code)
  const cases = new Set([...[...REFUSALS, ...CORRECTIONS].map(({ rule }) => rule), ...APART])
  expect(refusing.filter((code) => !cases.has(code))).toEqual([])
  // A project may let others refuse.
  expect([...cases].filter((code) => !rules.some((rule) => rule.code === code))).toEqual([])
})

const isOurs = (command: string) => command.startsWith('tdd-gate ')
const paste = async ({ repo }: Branch, commands: readonly string[]) => {
  for (const command of commands.filter((one) => !isOurs(one))) await run('sh', ['-c', command], { cwd: repo.dir })
}

const optionsOf = ({ repo }: Branch, task: string | undefined) => ({
  base: 'base-of-this',
  ...(task === undefined ? {} : { task: join(repo.dir, task) }),
})
/** What an author does by hand: changes the rejected commit at its place, and puts the later ones on it again. */
async function amend({ repo }: Branch, sha: string, files: Files, says: string | null): Promise<void> {
  const branch = await repo.git('branch', '--show-current')
  await repo.git('checkout', '--quiet', '--detach', sha)
  await repo.write(files)
  await repo.git('add', '--all')
  await repo.git('commit', '--quiet', '--amend', '--allow-empty', ...(says === null ? ['--no-edit'] : ['-m', says]))
  await repo.git('rebase', '--quiet', '--onto', 'HEAD', sha, branch)
}

/** Pastes what is printed; where no command is printed, makes an edit by hand. */
async function follow(branch: Branch, { task, edits, says }: Correction): Promise<Judged> {
  const left = [...edits]
  const options = { ...optionsOf(branch, task), triesAdvice: true }
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const judged = await branch.verify(options)
    const { next, conclusion, commits } = judged.decision
    if (next === null || (conclusion === 'in_progress' && left.length === 0)) return judged
    const { commands } = next.suggestion
    expect(commands.join(' '), 'commands to paste').not.toContain('<')
    const blocked = firstBlocked(commits)
    if (commands.some((command) => !isOurs(command))) await paste(branch, commands)
    else if (blocked !== undefined) await amend(branch, blocked.sha, left.shift() ?? {}, says ?? null)
    else await branch.commit(next.phase === 'green' ? 'feat: it' : 'test: it', left.shift() ?? {})
  }
  throw new Error('The steps do not end.')
}

const standing = ({ decision }: Judged) =>
  decision.commits.flatMap(({ isSuperseded, phase, subtask, verdict }) =>
    isSuperseded ? [] : [phase, subtask, verdict].filter((part) => part !== null).join(' '),
  )

async function expectWayOut(branch: Branch, correction: Correction, name: string): Promise<void> {
  await branch.repo.git('checkout', '--quiet', '--force', '-B', 'base-of-this', 'main')
  await branch.repo.git('clean', '-fdq')
  if (correction.base) await branch.commit('base', correction.base)
  await branch.repo.git('checkout', '--quiet', '-B', name)
  await correction.write(branch)
  const { task } = correction
  const refused = await branch.verify(optionsOf(branch, task))
  expect(refused.verdicts.join('\n')).toContain(correction.rule)
  const judged = await follow(branch, correction)
  expect(standing(judged), judged.verdicts.join('\n')).toEqual(correction.after)
  expect(['success', 'in_progress']).toContain(judged.conclusion)
}

test.for(CORRECTIONS.map((correction, index) => ({ ...correction, index })))(
  '$rule: $because',
  ({ index, ...correction }) => expectWayOut(shared, correction, `correction-${index}`),
)

test('counterfactual-fails: a driver that a service turned, and not the code', async () => {
  let asked = 0
  // Refuses the run of RED, and nothing after it.
  const server = createServer((_, response) => response.writeHead(++asked > 1 ? 200 : 500).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const driver = (imports: string, check: string) => ({
    'test/rate.test.js': `import assert from 'node:assert/strict'\nimport test from 'node:test'\n${imports}\ntest('a driver', async () => ${check})\n`,
  })
  try {
    const correction = {
      rule: 'counterfactual-fails',
      because: '',
      write: async ({ red, green }: Branch) => {
        await red(driver('', `assert.equal((await fetch('http://127.0.0.1:${port}')).status, 200)`))
        await green({ 'src/rates.json': '{ "standard": 10 }\n' })
      },
      edits: [
        driver(
          "import { readFileSync } from 'node:fs'\n",
          "assert.match(readFileSync('src/rates.json', 'utf8'), /10/)",
        ),
      ],
      after: ['red 1 accepted', 'red 1 accepted', 'green 1 accepted'],
    }
    // The service is another one in each run.
    await using branch = await openBranch({ cacheDir: getFolder({}) })
    await expectWayOut(branch, correction, 'outside')
  } finally {
    server.close()
  }
})

test('evidence-is-bound: evidence of another commit is measured again, which the command does', () => {
  const measured = (evidence: More['evidence'] = (one) => one) => {
    const pull = openPull()
    pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }, { evidence })
    return pull.decision()
  }
  const { commits, next } = measured((evidence) => ({ ...evidence, commit: 'f'.repeat(40) }))
  expect(commits[0]?.findings.map(({ rule }) => rule)).toContain('evidence-is-bound')
  expect(next?.suggestion.commands).toEqual(['tdd-gate verify'])
  expect(measured().commits[0]?.verdict).toBe('accepted')
})
