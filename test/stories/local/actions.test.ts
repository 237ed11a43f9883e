import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { toDigest } from '../../../src/evidence/digest.ts'
import { ARCHIVE_LIMITS, openArchive } from '../../../src/github/read/evidence/archive.ts'
import { isArtifactName } from '../../../src/github/read/evidence/run-evidence.ts'
import { createKeySet, getIssuer } from '../../../src/github/read/evidence/token.ts'
import { toTwoJobsWorkflow } from '../../../src/render/two-jobs-workflow.ts'
import {
  ACTION,
  MOVING_TAG,
  REUSABLE_WORKFLOW,
  toCallerWorkflow,
  toTrusted,
} from '../../../src/render/workflow-file.ts'
import { openSmallWorld } from '../../simulator/actions/small-world.ts'
import { GREEN, RED, SHOP } from '../../support/shop.ts'
import { OWN, publish } from '../../support/small-release.ts'

test('a pull request with RED and GREEN is measured and judged by the reusable workflow, and its evidence is vouched for', async () => {
  await using small = await openSmallWorld()
  const release = await publish(small)
  const shop = small.repository('acme/shop')
  const workflow = toCallerWorkflow(ACTION)
    .replace('id-token: write', 'id-token: write, attestations: write')
    .replace(/(uses: .*\n)/, '$1    with: { sign: true }\n')
  await shop.run({ ...SHOP, [OWN]: workflow })
  shop.push(RED, { branch: 'work', message: 'red\n\nPhase: red\n' })
  const head = shop.push(GREEN, { branch: 'work', message: 'green\n\nPhase: green\n' })
  const pull = shop.open('work')
  await small.actions.settled()

  const [run] = shop.repository.runs
  expect(shop.jobs(), [...(run?.logs.values() ?? [])].join('\n')).toEqual([
    'tdd-gate / judge: success',
    'tdd-gate / measure (1): success',
  ])
  expect(run).toMatchObject({ conclusion: 'success', event: 'pull_request', headSha: head, path: OWN, pulls: [1] })
  expect(shop.log('tdd-gate / judge')).toContain('TDD-GATE RESULT')
  expect(run?.summaries.get('tdd-gate / judge')).toMatch(/\w/)

  const artifacts = shop.repository.artifacts.map(({ name }) => name)
  expect(artifacts).toEqual(['tdd-gate-recording-1-1', 'tdd-gate-evidence-1'])
  const archive = await openArchive(shop.repository.artifacts[1]?.bytes ?? Buffer.alloc(0), isArtifactName)
  expect(archive.names).toContain('evidence/index.json')
  const [tokenFile = ''] = archive.names.filter((name) => /token/.test(name))
  const { payload } = await jwtVerify(
    String(archive.read(tokenFile, ARCHIVE_LIMITS.entryBytes)).trim(),
    createKeySet(getIssuer(small.world.url)),
  )
  expect(payload).toMatchObject({
    aud: expect.stringMatching(/^tdd-gate:[0-9a-f]{64}$/),
    event_name: 'pull_request',
    job_workflow_ref: toTrusted(ACTION),
    job_workflow_sha: release,
    repository: 'acme/shop',
    repository_id: String(shop.repository.id),
    run_attempt: '1',
    run_id: String(run?.id),
    runner_environment: 'github-hosted',
    sha: pull.pull?.testMergeSha,
    workflow_ref: `acme/shop/${OWN}@refs/pull/1/merge`,
  })
  const read = (name: string) => String(archive.read(name, ARCHIVE_LIMITS.entryBytes))
  const statement = JSON.parse(read('in-toto/statement.json'))
  const digest = (...object: readonly string[]) =>
    createHash('sha256')
      .update(execFileSync('git', ['cat-file', ...object], { cwd: shop.repository.folder }))
      .digest('hex')
  const [commit, tree] = [digest('commit', head), digest('tree', `${head}^{tree}`)]
  expect(statement.subject).toMatchObject([
    { digest: { gitCommit: head, sha256: commit } },
    { digest: { sha256: tree } },
  ])
  expect(statement.predicate).toMatchObject({
    conclusion: 'success',
    level: 'attested',
    commits: [
      { phase: 'red', verdict: 'accepted' },
      { phase: 'green', tests: { failed: 0 } },
    ],
    evidence: { digest: { sha256: toDigest(JSON.parse(read('evidence/index.json'))) } },
  })
  const subject = [
    { name: 'commit', digest: { sha256: commit } },
    { name: 'tree', digest: { sha256: tree } },
  ]
  expect(shop.repository.attestations).toEqual([
    { id: expect.any(Number), signer: toTrusted(ACTION), statement: { ...statement, subject } },
  ])
  expect(run?.referencedWorkflows).toEqual([{ path: REUSABLE_WORKFLOW, ref: `refs/tags/${MOVING_TAG}`, sha: release }])
})

test('a measuring job of the owner and a judging job beside it do the same, without a token that vouches for them', async () => {
  await using small = await openSmallWorld()
  await publish(small)
  const shop = small.repository('acme/shop')
  await shop.run({ ...SHOP, [OWN]: toTwoJobsWorkflow(ACTION) })
  shop.push(RED, { branch: 'work', message: 'red\n\nPhase: red\n' })
  shop.push(GREEN, { branch: 'work', message: 'green\n\nPhase: green\n' })
  shop.open('work')
  await small.actions.settled()
  const [run] = shop.repository.runs
  const logs = [...(run?.logs.values() ?? [])].join('\n')
  expect(shop.jobs(), logs).toEqual(['judge: success', 'measure: success'])
  const { artifacts } = shop.repository
  expect(artifacts.map(({ name }) => name)).toEqual(['tdd-gate-recording-1', 'tdd-gate-evidence-1'])
  const archive = await openArchive(artifacts[1]?.bytes ?? Buffer.alloc(0), isArtifactName)
  expect(archive.names).toContain('evidence/index.json')
  expect(archive.names.filter((name) => /token/.test(name))).toEqual([])
  expect(archive.names).toContain('in-toto/statement.json')
  expect(shop.repository.attestations).toEqual([])
})
