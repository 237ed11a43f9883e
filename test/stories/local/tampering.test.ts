/** Tests that reach for what the job says of them, through the real bundle and the real workflow. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { EvidenceStore } from '../../../src/evidence/store.ts'
import { connect } from '../../../src/github/connect.ts'
import { ARCHIVE_LIMITS, openArchive } from '../../../src/github/read/evidence/archive.ts'
import { getArtifactName } from '../../../src/github/read/evidence/artifact.ts'
import { findEvidence } from '../../../src/github/read/evidence/previous-evidence.ts'
import { ACTION, toCallerWorkflow } from '../../../src/render/workflow-file.ts'
import { openSmallWorld, type SmallRepository, type SmallWorld } from '../../simulator/actions/small-world.ts'
import type { App, WorkflowRun } from '../../simulator/world.ts'
import { getFolder } from '../../support/folder.ts'
import { isAlive } from '../../support/processes.ts'
import { RED, RED_TAX, SHOP, WRONG } from '../../support/shop.ts'
import { OWN, publish } from '../../support/small-release.ts'

/**
 * Leaves its group and its session, finds the step among its ancestors, and waits until the step has recorded its last
 * line: then it rewrites the recording, and says beside it what the step would have said of that.
 */
const ATTACKER = `import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
writeFileSync(process.argv[3], String(process.pid))
const variablesOf = (pid) => Object.fromEntries(readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0').map((line) => line.split('=')))
const parentOf = (pid) => readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')[1]
let pid = process.argv[2]
while (variablesOf(pid).GITHUB_OUTPUT === undefined) pid = parentOf(pid)
const { GITHUB_OUTPUT, RUNNER_TEMP } = variablesOf(pid)
const path = RUNNER_TEMP + '/tdd-gate/recording/executions.jsonl'
const until = Date.now() + 60_000
while (Date.now() < until) {
  const text = readFileSync(path, 'utf8')
  if (!text.includes('"kind":"end"')) continue
  const forged = text.replaceAll('"exitCode":1', '"exitCode":0')
  writeFileSync(path, forged)
  const digest = createHash('sha256').update(forged).digest('hex')
  appendFileSync(GITHUB_OUTPUT, 'recording=' + digest + ' success\\nconclusion=success\\n')
}
`

/** Invalid content: the App refuses it before fetching it. */
const WRITTEN = Buffer.from('evidence of somebody')

let world: { readonly small: SmallWorld; readonly shop: SmallRepository }

beforeAll(async () => {
  const small = await openSmallWorld()
  await publish(small)
  const shop = small.repository('acme/shop')
  await shop.run({ ...SHOP, [OWN]: toCallerWorkflow(ACTION) })
  world = { small, shop }
  return () => small[Symbol.asyncDispose]()
})

test('a process that outlives its test and rewrites the recording makes nothing green, and is ended before the step speaks', async () => {
  const folder = getFolder({ 'attacker.mjs': ATTACKER })
  const [program, trace] = [join(folder, 'attacker.mjs'), join(folder, 'pid')]
  const release = `import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
spawn(process.execPath, [${JSON.stringify(program)}, String(process.ppid), ${JSON.stringify(trace)}], { detached: true, stdio: 'ignore' }).unref()
// Where it is not kept from it, it has begun by then.
for (let n = 0; n < 200 && !existsSync(${JSON.stringify(trace)}); n += 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
${WRONG['src/discount.js']}`
  const { small, shop } = world
  shop.push(RED, { branch: 'work', message: 'red\n\nPhase: red\n' })
  shop.push({ 'src/discount.js': release }, { branch: 'work', message: 'green\n\nPhase: green\n' })
  shop.open('work')
  await small.actions.settled()

  const run = shop.repository.runs.at(-1)
  const [measured, judged] = ['tdd-gate / measure (1)', 'tdd-gate / judge'].map((job) => shop.log(job))
  expect(measured).toMatch(/TDD-GATE RESULT/)
  expect(run?.conclusion).toBe('failure')
  expect(shop.jobs()).toContain('tdd-gate / judge: failure')
  expect(judged).not.toMatch(/TDD-GATE RESULT: success/)
  const evidence = shop.repository.artifacts.findLast(({ name }) => name === 'tdd-gate-evidence-1')
  const archive = await openArchive(evidence?.bytes ?? Buffer.alloc(0), () => true)
  const manifest = archive.read('manifest.json', ARCHIVE_LIMITS.entryBytes)
  if (manifest !== null) expect(JSON.parse(String(manifest)).conclusion).not.toBe('success')
  const pid = existsSync(trace) ? Number(readFileSync(trace, 'utf8')) : null
  expect(pid !== null && isAlive(pid)).toBe(false)
})

/** What a later run finds of the earlier ones of a branch, where no token has to attest it. */
async function getFound(branch: string): Promise<EvidenceStore> {
  const { small, shop } = world
  const { repository } = shop
  const app = [...small.world.apps.values()][0] as App
  const caller = { kind: 'job' as const, user: app.bot, app, repositoryId: repository.id }
  small.world.tokens.set('later', { caller: { ...caller, permissions: { actions: 'read' } }, expiresAt: Infinity })
  return await findEvidence(connect({ token: 'later', baseUrl: small.world.apiUrl }), {
    repository: { id: String(repository.id), name: 'acme/shop' },
    pullRequest: repository.issues.size,
    head: { branch, isFork: false },
    workflowPath: OWN,
    runId: '0',
    artifactName: getArtifactName,
    githubTreeAt: async () => 'same',
    baseGithubTree: 'same',
    minimum: 'verified-run',
    verifyToken: async () => ({ level: 'attested' }),
  })
}

test("an artifact that tests upload under the judge's name keeps the judge from its own, and never counts", async () => {
  const { small, shop } = world
  const { repository } = shop
  let isArmed = true
  // As code that runs in the measuring job can, with the token of its runner.
  small.world.on((event) => {
    if (event.kind !== 'workflow-run' || event.action !== 'in_progress' || !isArmed) return
    isArmed = false
    const [id, createdAt] = [small.world.nextId(), small.world.now()]
    const run = repository.runs.at(-1) as WorkflowRun
    repository.artifacts.push({
      id,
      createdAt,
      run,
      name: 'tdd-gate-evidence-1',
      bytes: WRITTEN,
      isExpired: false,
    })
  })
  shop.push(RED_TAX, { branch: 'tax', message: 'red\n\nPhase: red\n' })
  shop.open('tax')
  await small.actions.settled()
  expect(shop.jobs()).toContain('tdd-gate / judge: failure')
  expect(shop.log('tdd-gate / judge')).toContain('an artifact with this name already exists')
  expect((await getFound('tax')).notes).toEqual([expect.stringContaining('could not store its evidence')])

  const run = repository.runs.at(-1)
  const honest = await again(run)
  expect(honest.notes).toEqual([])
  const own = repository.artifacts.findLast(({ name }) => name === 'tdd-gate-evidence-2')
  if (own === undefined) throw new Error('The judge has kept nothing.')
  repository.artifacts.push({ ...own, id: small.world.nextId(), bytes: WRITTEN })
  expect((await getFound('tax')).notes, 'two of one name').toEqual([expect.stringContaining('2 artifacts named')])
  repository.artifacts.splice(-1)
  const late = {
    ...own,
    createdAt: new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, ''),
    bytes: WRITTEN,
  }
  repository.artifacts.splice(repository.artifacts.indexOf(own), 1, late)
  expect((await getFound('tax')).notes, 'put in its place').toEqual([
    expect.stringContaining('after the judging job ended'),
  ])
})

/** A second, undisturbed attempt: the verdict is that of a RED commit, so its job fails, and its evidence counts. */
async function again(run: WorkflowRun | undefined): Promise<EvidenceStore> {
  const { small, shop } = world
  const address = `${small.world.apiUrl}/repos/acme/shop/actions/runs/${run?.id}/rerun`
  await fetch(address, { method: 'POST', headers: { authorization: 'token later' } })
  await small.actions.settled()
  expect(shop.jobs()).toContain('tdd-gate / judge: failure')
  return getFound('tax')
}
