import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { serve, serveHttp } from '../action/remote.ts'
import { pullRequest } from '../action/steps.ts'
import { type Branch, createBranch } from '../support/branch.ts'
import { bundledAction } from '../support/bundle.ts'
import { getFolder } from '../support/folder.ts'
import { JOB_TOKEN, runAction, type Step } from '../support/runner.ts'
import { GREEN, nodeTest, OPEN_SHOP, RED } from '../support/shop.ts'

let action: string
beforeAll(async () => {
  action = await bundledAction()
})

/** Programs that git would start for a repository whose settings say so; each leaves a file with its name. */
function hostileSettings(canaries: string, server: string): string {
  const leave = (name: string) => `touch '${canaries}/${name}'; cat`
  const settings: readonly (readonly [string, string])[] = [
    ...['fsmonitor', 'sshCommand', 'pager', 'editor', 'askPass', 'gitProxy', 'alternateRefsCommand'].map(
      (key) => [`core.${key}`, leave(key)] as const,
    ),
    ...['clean', 'smudge', 'process'].map((key) => [`filter.evil.${key}`, leave(`filter-${key}`)] as const),
    ['diff.evil.textconv', leave('textconv')],
    ['diff.evil.command', leave('diff-command')],
    ['diff.external', leave('diff-external')],
    ['merge.evil.driver', leave('merge-driver')],
    ['credential.helper', `!${leave('credential')}`],
    [`credential.${server}.helper`, `!${leave('credential-of-server')}`],
    ['gpg.program', leave('gpg')],
    ['log.showSignature', 'true'],
    ['remote.origin.uploadpack', leave('uploadpack')],
    ['uploadpack.packObjectsHook', leave('pack-objects')],
    ['alias.status', `!${leave('alias')}`],
    ['protocol.ext.allow', 'always'],
    ['fetch.recurseSubmodules', 'true'],
    ['submodule.recurse', 'true'],
  ]
  return settings.map(([name, value]) => `${name}\0${value}`).join('\n')
}

const HOOKS = ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc', 'post-merge', 'update']

/** A clone, as a step before ours could have left it. */
function poison(clone: string, canaries: string, server: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', clone, ...args])
  for (const setting of hostileSettings(canaries, server).split('\n')) {
    const [name = '', value = ''] = setting.split('\0')
    git('config', name, value)
  }
  const hooks = join(clone, '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  for (const name of HOOKS)
    writeFileSync(join(hooks, name), `#!/bin/sh\ntouch '${canaries}/hook-${name}'\n`, { mode: 0o755 })
  git('config', 'core.hooksPath', hooks)
  writeFileSync(join(clone, '.git', 'info', 'attributes'), '* filter=evil diff=evil merge=evil\n')
}

/** What a test can see and say; `seen` tells that it really ran. */
const spyIn = (canaries: string) => `import { appendFileSync, writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(join(canaries, 'seen'))}, JSON.stringify(process.env))
for (const name of ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE'])
  if (process.env[name]) appendFileSync(process.env[name], 'conclusion=forged\\n')
console.log('::set-output name=conclusion::forged\\n::add-mask::success\\n##[error]forged\\n::error file=a.js,line=1::forged')
console.log('::stop-commands::forged\\n::set-env name=FORGED::1\\n::save-state name=forged::1\\n::add-path::/forged')
process.stderr.write('##[group]forged\\n::warning::forged\\n')
`

const LOOSE = (canaries: string) => `version: 1
test: { setup: "touch '${canaries}/setup'", command: "touch '${canaries}/command'", reports: ['*.xml'] }
policy: { rules: { suite-is-green: off, red-has-driver: off, red-before-green: off, measurement-agrees: off } }
`

/** A branch that tries everything, and otherwise is honest work. */
async function hostileBranch(canaries: string): Promise<{ branch: Branch; base: string; head: string }> {
  const branch = await createBranch({ ...OPEN_SHOP, evil: { submodule: '1'.repeat(40) } })
  const base = await branch.repo.git('rev-parse', 'main')
  await branch.commit('chore: ::error::forged\n\nPhase: neutral\n', {
    '.gitattributes': '* filter=evil diff=evil merge=evil ident\n',
    '.gitmodules': `[submodule "evil"]\n\tpath = evil\n\turl = file://${branch.repo.dir}\n\tupdate = !touch '${canaries}/submodule'\n`,
    '.github/tdd-gate.yml': LOOSE(canaries),
    'docs/::error file=a.js,line=1::forged.md': '##[error]forged\n',
    'docs/%0A::set-output name=conclusion::forged.md': 'forged\n',
  })
  const text = String(RED['test/discount.test.js'])
  await branch.red({
    'test/discount.test.js': `${spyIn(canaries)}${text}`,
    'test/::error::forged.test.js': nodeTest('../src/cart.js', 'total', {
      '::error::forged': 'assert.equal(total([]), 0)',
    }),
  })
  return { branch, base, head: await branch.green(GREEN) }
}

const step = (base: string, head: string, given: Partial<Step>): Step => ({
  ...given,
  action,
  event: pullRequest(base, head),
  with: { mode: 'gate', token: '', ...given.with },
  env: { TDD_GATE_CACHE: getFolder({}), ...given.env },
})
const FORGED = /forged/

test('a git that obeys such a repository would start its programs', async () => {
  const canaries = getFolder({})
  const { branch } = await hostileBranch(canaries)
  await using _ = branch
  const remote = serve(branch.repo)
  const clone = remote.clone('--branch', 'work')
  poison(clone, canaries, remote.serverUrl)
  for (const args of [
    ['update-ref', 'refs/heads/x', 'HEAD'],
    ['checkout', '--force', 'HEAD~1'],
    ['diff', 'HEAD', 'HEAD~1'],
  ])
    try {
      execFileSync('git', ['-C', clone, ...args], { stdio: 'ignore' })
    } catch {
      // Whether it gets anywhere does not matter.
    }
  expect(readdirSync(canaries)).toEqual(
    expect.arrayContaining(['diff-command', 'filter-process', 'fsmonitor', 'hook-reference-transaction']),
  )
})

test('nothing of it is started, obeyed or believed by the step', async () => {
  const canaries = getFolder({})
  const { branch, base, head } = await hostileBranch(canaries)
  await using _ = branch
  const remote = serve(branch.repo)
  const workspace = remote.clone('--branch', 'work')
  poison(workspace, canaries, remote.serverUrl)
  const end = await runAction(
    step(base, head, { workspace, env: { GITHUB_SERVER_URL: remote.serverUrl }, with: { token: JOB_TOKEN } }),
  )
  expect(readdirSync(canaries)).toEqual(['seen'])
  expect(end.log).toContain('TDD-GATE RESULT')
  expect({ conclusion: end.conclusion, outputs: end.outputs['conclusion'] }).toEqual({
    conclusion: 'success',
    outputs: 'success',
  })
  expect(Object.keys(end.outputs).toSorted()).toEqual([
    'conclusion',
    'evidence-path',
    'level',
    'next',
    'phase',
    'recording',
    'report-path',
    'subtask',
  ])
  expect(
    end.annotations.filter((annotation) => FORGED.test(JSON.stringify(annotation)) && annotation.level === 'error'),
  ).toEqual([])
  expect({ env: end.env, state: end.state, path: end.path, deprecated: end.deprecated }).toEqual({
    env: {},
    state: {},
    path: [],
    deprecated: [],
  })
  expect(end.masked.filter((text) => !text.includes(JOB_TOKEN) && FORGED.test(text))).toEqual([])
  expect(end.masked).not.toContain('success')
})

test('tests get no token, no input and no file of the job', async () => {
  const canaries = getFolder({})
  const { branch, base, head } = await hostileBranch(canaries)
  await using _ = branch
  const remote = serve(branch.repo)
  const secrets = {
    ACTIONS_RUNTIME_TOKEN: 'runtime-secret',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'id-secret',
    GITHUB_TOKEN: 'job-secret',
  }
  await runAction(
    step(base, head, {
      workspace: remote.clone('--branch', 'work'),
      env: { GITHUB_SERVER_URL: remote.serverUrl, ...secrets },
    }),
  )
  const seen: Record<string, string> = JSON.parse(readFileSync(join(canaries, 'seen'), 'utf8'))
  expect(Object.keys(seen).filter((name) => /^(?:GITHUB|RUNNER|ACTIONS|INPUT|TDD_GATE)_/.test(name))).toEqual([])
  expect(Object.values(seen).filter((value) => /-secret$/.test(value) || value.includes(JOB_TOKEN))).toEqual([])
})

test('history that is missing is fetched without its programs too', async () => {
  const canaries = getFolder({})
  const { branch, base, head } = await hostileBranch(canaries)
  await using _ = branch
  const remote = serve(branch.repo)
  const workspace = remote.clone('--depth=1', '--branch', 'work')
  poison(workspace, canaries, remote.serverUrl)
  const end = await runAction(step(base, head, { workspace, env: { GITHUB_SERVER_URL: remote.serverUrl } }))
  expect(end.outputs['conclusion']).toBe('success')
  expect(readdirSync(canaries)).toEqual(['seen'])
})

test.each([
  ['a server that wants a password', (): string | null => null],
  ['a program in place of the server', (canaries: string) => `ext::touch ${canaries}/insteadOf`],
])('with %s: no helper is asked, no program is started, and nothing is green', async (_, insteadOf) => {
  const canaries = getFolder({})
  const { branch, base, head } = await hostileBranch(canaries)
  await using _branch = branch
  const remote = serve(branch.repo)
  await using server = await serveHttp(remote.folder, 'no one has this')
  const workspace = remote.clone('--depth=1', '--branch', 'work')
  poison(workspace, canaries, server.url)
  const program = insteadOf(canaries)
  if (program !== null) execFileSync('git', ['-C', workspace, 'config', `url.${program}.insteadOf`, server.url])
  const end = await runAction(step(base, head, { workspace, env: { GITHUB_SERVER_URL: server.url } }))
  expect(end.exitCode).toBe(1)
  expect(end.log).toContain('shallow-clone')
  expect(readdirSync(canaries)).toEqual([])
  expect(server.seen.length > 0).toBe(program === null)
})

test('another server in place of the real one is not given the token', async () => {
  const canaries = getFolder({})
  const { branch, base, head } = await hostileBranch(canaries)
  await using _ = branch
  const remote = serve(branch.repo)
  await using real = await serveHttp(
    remote.folder,
    `basic ${Buffer.from(`x-access-token:${JOB_TOKEN}`).toString('base64')}`,
  )
  await using other = await serveHttp(remote.folder, 'no one has this')
  const workspace = remote.clone('--depth=1', '--branch', 'work')
  execFileSync('git', ['-C', workspace, 'config', `url.${other.url}/.insteadOf`, `${real.url}/`])
  const env = { GITHUB_SERVER_URL: real.url, GITHUB_API_URL: real.url }
  const end = await runAction(step(base, head, { workspace, env, with: { token: JOB_TOKEN } }))
  expect(end.exitCode).toBe(1)
  expect(other.seen.length).toBeGreaterThan(0)
  expect(other.seen.filter((authorization) => authorization !== undefined)).toEqual([])
})

test('a link that leads out of the tree is refused, and leads nowhere', async () => {
  const outside = getFolder({ 'secret.js': 'export const secret = 1\n' })
  await using branch = await createBranch(OPEN_SHOP)
  const base = await branch.repo.git('rev-parse', 'main')
  await branch.red(RED)
  const head = await branch.green({ ...GREEN, out: { symlink: outside } })
  const remote = serve(branch.repo)
  const end = await runAction(
    step(base, head, { workspace: remote.clone('--branch', 'work'), env: { GITHUB_SERVER_URL: remote.serverUrl } }),
  )
  expect(end.outputs['conclusion']).toBe('failure')
  expect(end.log).toContain('paths-are-plain')
  expect(existsSync(join(outside, 'secret.js'))).toBe(true)
})

test('a test that rewrites what was recorded, and says that everything passed, is found out', async () => {
  const temp = getFolder({})
  const lines = join(temp, 'tdd-gate', 'recording', 'executions.jsonl')
  const forge = `import { readFileSync, writeFileSync } from 'node:fs'
writeFileSync('${lines}', readFileSync('${lines}', 'utf8').replaceAll('"exitCode":1', '"exitCode":0'))
`
  await using branch = await createBranch(OPEN_SHOP)
  const base = await branch.repo.git('rev-parse', 'main')
  await branch.red(RED)
  await branch.green({ 'src/discount.js': 'export const discount = () => 0\n' })
  const head = await branch.red({ 'test/forge.test.js': `${forge}${RED['test/discount.test.js']}` })
  const remote = serve(branch.repo)
  const workspace = remote.clone('--branch', 'work')
  const end = await runAction(step(base, head, { temp, workspace, env: { GITHUB_SERVER_URL: remote.serverUrl } }))
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', 'evidence-path': '' } })
  expect(end.log).toContain('Tests changed the recording')
})
