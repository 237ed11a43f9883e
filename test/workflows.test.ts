import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERDICT_TYPE } from '../src/evidence/statement.ts'
import { JUDGE_JOB, JUDGE_STEP, KEEP_STEP, PROVED_STEP } from '../src/github/read/evidence/judging-job.ts'
import { getFolder } from './support/folder.ts'
import { getDocument, type Job, refusals, type Step } from './support/workflow-rules.ts'
import { diagnosed, evaluated, ownInputs, read } from './support/workflows.ts'

const FILES = globSync('.github/workflows/*.{yml,yaml}').toSorted()
/** As many outputs as the workflow writes down. */
const MAX_SHARDS = 8
const gate = getDocument(read('.github/workflows/tdd-gate.yml'))
const measure = gate.jobs['measure'] as Job
const judge = gate.jobs['judge'] as Job
const step = (job: Job, pick: (one: Step) => boolean) => job.steps?.find(pick) as Step
const uses = (name: string) => (one: Step) => one.uses?.startsWith(name) === true

describe('every workflow of this repository', () => {
  test('is one of those that are known', () => {
    expect(FILES.map((file) => file.split('/').at(-1))).toEqual([
      'ci.yml',
      'release.yml',
      'scorecard.yml',
      'security.yml',
      'tdd-gate.yml',
      'test-all.yml',
    ])
  })
  test.each(FILES)("%s has no fault that GitHub's own parsers find", async (file) => {
    expect(await diagnosed(read(file))).toEqual([])
  })
  test.each(FILES)('%s does nothing that is refused', (file) => {
    expect(refusals(read(file))).toEqual([])
  })
  test('its jobs hold these rights and no others', () => {
    const rights = FILES.flatMap((file) =>
      Object.entries(getDocument(read(file)).jobs).map(([name, job]) => [name, job.permissions]),
    )
    expect(Object.fromEntries(rights)).toEqual({
      test: { contents: 'read' },
      freeze: { contents: 'read' },
      installed: { contents: 'read' },
      macos: { contents: 'read' },
      windows: { contents: 'read' },
      codeql: { contents: 'read', actions: 'read', 'security-events': 'write' },
      zizmor: { contents: 'read', actions: 'read', 'security-events': 'write' },
      scorecard: { contents: 'read', actions: 'read', 'security-events': 'write' },
      build: { contents: 'read' },
      all: { contents: 'read' },
      postgres: { contents: 'read' },
      publish: { contents: 'write' },
      image: { packages: 'write' },
      attest: { 'id-token': 'write', attestations: 'write' },
      npm: { 'id-token': 'write' },
      measure: { contents: 'read', actions: 'read' },
      // What its caller gives: GitHub starts no workflow that asks for more, and signing is no caller's duty.
      judge: undefined,
    })
  })
})

test.skipIf(ownInputs() === null)("action.yml has no fault that GitHub's own parsers find", async () => {
  expect(await diagnosed(read('action.yml'))).toEqual([])
})

test.skipIf(ownInputs() === null)('what the workflow hands to the action is what the action takes', () => {
  const given = [measure, judge].flatMap((job) => Object.keys(step(job, (one) => one.uses === './tdd-gate').with ?? {}))
  expect(given.filter((name) => !ownInputs()?.includes(name))).toEqual([])
})

const LANGUAGES = ['node', 'python', 'go', 'java', 'dotnet']
const SERVICES = ['postgres', 'mysql', 'redis', 'mongo']
const VERSIONS = [
  ...LANGUAGES.flatMap((name) => [`${name}-version`, ...(name === 'dotnet' ? [] : [`${name}-version-file`])]),
  'global-json-file',
]

test('a caller chooses machines, services, tools, variables and retention, and no input, secret or variable loosens a rule', () => {
  const { on } = gate as { readonly on: unknown }
  const text = { description: expect.any(String), type: 'string' }
  expect(on).toEqual({
    workflow_call: {
      inputs: {
        shards: expect.objectContaining({ type: 'number', default: 1 }),
        'retention-days': expect.objectContaining({ type: 'number', default: 3 }),
        runner: { ...text, default: 'ubuntu-24.04' },
        sign: { description: expect.any(String), type: 'boolean', default: false },
        ...Object.fromEntries(
          [...VERSIONS, ...SERVICES.map((name) => `${name}-version`), 'package-manager', 'variables'].map((name) => [
            name,
            text,
          ]),
        ),
      },
      secrets: { 'setup-token': { description: expect.any(String), required: false } },
    },
  })
  const lines = read('.github/workflows/tdd-gate.yml')
    .text.split('\n')
    .map((line) => line.trim())
  expect(lines.filter((line) => /\b(?:secrets|vars)\./.test(line))).toEqual(['SETUP_TOKEN: ${{ secrets.setup-token }}'])
  const holders = [measure, judge].flatMap((job) => job.steps ?? []).filter(({ env }) => 'SETUP_TOKEN' in (env ?? {}))
  expect(holders.map(({ id }) => id)).toEqual(['measure'])
})

describe('the machine of the measuring jobs', () => {
  const job = measure as Job & { readonly services?: Readonly<Record<string, { readonly image: string }>> }
  const on = (runner: string) => evaluated(String(job['runs-on']), { inputs: { runner } })
  test('is the one that the caller names: by a label, or by a list of them', () => {
    expect(on('ubuntu-24.04')).toBe('ubuntu-24.04')
    expect(on('["self-hosted", "linux"]')).toEqual(['self-hosted', 'linux'])
  })
  test.each(SERVICES)(
    'has %s as its makers publish it, in the version that the caller names, or not at all',
    (name) => {
      const { image } = job.services?.[name] ?? {}
      const started = (version: string | undefined) =>
        evaluated(String(image), { inputs: { [`${name}-version`]: version } })
      expect([started(undefined), started(''), started('8.0')]).toEqual(['', '', `${name}:8.0`])
    },
  )
  test('is reported to the judge, whose own machine no caller chooses', () => {
    const { runner } = step(judge, (one) => one.uses === './tdd-gate').with ?? {}
    expect(evaluated(String(runner), { inputs: { runner: 'gpu' } })).toBe('gpu')
    expect(judge).toMatchObject({ 'runs-on': 'ubuntu-24.04' })
    expect(Object.keys(judge)).not.toContain('services')
    expect(JSON.stringify(judge)).not.toContain('inputs.variables')
  })
})

describe('the tools of the measuring job', () => {
  const setUp = (language: string) => step(measure, uses(`actions/setup-${language}@`))
  const inputsOf = (language: string, inputs: object) =>
    Object.fromEntries(
      Object.entries(setUp(language).with ?? {}).map(([name, value]) => [
        name,
        /^\$\{\{/.test(String(value)) ? evaluated(String(value), { inputs }) : value,
      ]),
    )

  test.each(LANGUAGES)(
    'set %s up where the caller asks for a version or names a file, and not otherwise',
    (language) => {
      const [version = '', file = ''] = VERSIONS.filter(
        (name) => name.startsWith(`${language}-`) || (language === 'dotnet' && name === 'global-json-file'),
      )
      const runs = (inputs: object) => Boolean(evaluated(String(setUp(language).if), { inputs }))
      expect([runs({}), runs({ [version]: '3' }), runs({ [file]: 'x' })]).toEqual([false, true, true])
      expect(inputsOf(language, { [version]: '3' })).toMatchObject({ [version]: '3', [file]: null })
      expect(inputsOf(language, { [file]: '.tool-versions' })).toMatchObject({ [file]: 'repository/.tool-versions' })
    },
  )

  const installer = step(measure, ({ run }) => run?.includes('npm install') === true)
  test.each<readonly [string, string | null]>([
    ['pnpm@10.5.2', 'npm install --global --force --ignore-scripts pnpm@10.5.2'],
    ['yarn@4', 'npm install --global --force --ignore-scripts @yarnpkg/cli-dist@4'],
    ...['pnpm@https://example.com/x.tgz', 'pnpm@npm:other@1.0.0', 'other@1', 'pnpm@1\nother@1'].map(
      (name) => [name, null] as const,
    ),
  ])('install the package manager %j as it is published, or nothing', (name, expected) => {
    const folder = getFolder({ npm: '#!/bin/sh\necho "npm $*" >> "$SAID"\n' })
    chmodSync(join(folder, 'npm'), 0o755)
    const said = join(folder, 'said')
    const env = { PATH: `${folder}:${process.env['PATH']}`, SAID: said, NAMED: name }
    const { status } = spawnSync('bash', ['-e', '-c', String(installer.run)], { env })
    expect(status).toBe(expected === null ? 1 : 0)
    expect(existsSync(said) ? readFileSync(said, 'utf8').trim() : null).toBe(expected)
  })
})

describe('the commit that is checked out', () => {
  const HEAD = 'b'.repeat(40)
  const MERGE = 'c'.repeat(40)
  const events: Record<string, Record<string, unknown>> = {
    pull_request: { sha: MERGE, event: { pull_request: { head: { sha: HEAD } } } },
    push: { sha: HEAD, event: { after: HEAD } },
    merge_group: { sha: HEAD, event: { merge_group: { head_sha: HEAD } } },
    workflow_dispatch: { sha: HEAD, event: { inputs: {} } },
  }
  test.each(Object.keys(events))('on %s is the head, by its SHA, in both jobs', (event) => {
    for (const job of [measure, judge]) {
      const { ref } = step(job, (one) => one.with?.['path'] === 'repository').with ?? {}
      expect(evaluated(String(ref), { github: events[event] })).toBe(HEAD)
    }
  })
})

describe('our own action', () => {
  const { repository, ref } = step(judge, (one) => one.with?.['path'] === 'tdd-gate').with ?? {}
  const both = (job: object) => [evaluated(String(repository), { job }), evaluated(String(ref), { job })]
  test('is of the repository and commit that the workflow is of', () => {
    expect(both({ workflow_repository: 'o/r', workflow_sha: 'abc' })).toEqual(['o/r', 'abc'])
  })
  test('is not looked for in what is judged where the runner does not tell', () => {
    expect(both({})).toEqual(['unknown/unknown', 'unknown'])
  })
  test('lies beside what is judged, in both jobs', () => {
    for (const job of [measure, judge]) {
      expect(job.steps?.filter(uses('actions/checkout@')).map((one) => one.with?.['path'])).toEqual([
        'repository',
        'tdd-gate',
      ])
    }
  })
})

describe('shards', () => {
  const started = (shards: number) => evaluated(String(measure.strategy?.matrix['shard']), { inputs: { shards } })
  test.each([1, 2, 8])('%i are started, numbered from 1', (shards) => {
    expect(started(shards)).toEqual(Array.from({ length: shards }, (_, i) => i + 1))
  })
  test.each([0, -1, MAX_SHARDS + 1])('%i is no number of shards: there is nothing to start, which fails', (shards) => {
    expect(started(shards) ?? []).toEqual([])
  })
  test('each has outputs of its own: the id of its artifact, and what its measuring step said before it was uploaded', () => {
    const outputs = Object.entries(measure.outputs ?? {})
    const numbered = (name: string) => Array.from({ length: MAX_SHARDS }, (_, i) => `${name}-${i + 1}`)
    expect(outputs.map(([name]) => name)).toEqual([...numbered('shard'), ...numbered('measured')])
    expect(measure.steps?.map(({ id }) => id).filter((id) => id !== undefined)).toEqual(['measure', 'recording'])
    for (const [shard, id] of [
      [1, '77'],
      [3, '79'],
    ] as const) {
      const context = {
        matrix: { shard },
        steps: {
          recording: { outputs: { 'artifact-id': id, 'artifact-digest': 'd' } },
          measure: { outputs: { recording: `${id} success`, conclusion: 'failure' } },
        },
      }
      const set = outputs.map(([name, value]) => [name, evaluated(value, context)]).filter(([, value]) => value !== '')
      expect(set).toEqual([
        [`shard-${shard}`, id],
        [`measured-${shard}`, `${id} success`],
      ])
    }
  })
  test('without an artifact there is no output', () => {
    const context = { matrix: { shard: 1 }, steps: {} }
    expect(Object.values(measure.outputs ?? {}).map((value) => evaluated(value, context))).toEqual(
      Array(2 * MAX_SHARDS).fill(''),
    )
  })
})

describe('the recordings', () => {
  const download = step(judge, uses('actions/download-artifact@'))
  const world = (outputs: object) => ({ needs: { measure: { outputs, result: 'success' } } })
  /** A text with expressions in it. */
  const filled = (text: unknown, context: object) =>
    String(text).replaceAll(/\$\{\{.*?\}\}/g, (one) => String(evaluated(one, context as Record<string, unknown>) ?? ''))
  test.each([
    [{ 'shard-1': '77' }, ['77']],
    [{ 'shard-1': '77', 'shard-3': '79', 'measured-1': 'd success' }, ['77', '79']],
    [{ 'shard-8': '84' }, ['84']],
  ])('of %o are fetched by id', (outputs, ids) => {
    const listed = filled(download.with?.['artifact-ids'], world(outputs)).split(',')
    expect(listed.map((id) => id.trim()).filter((id) => id !== '')).toEqual(ids)
    expect(evaluated(String(download.if), world(outputs))).toBeTruthy()
  })
  test('nothing is fetched where nothing was kept: an empty list would fetch whatever any job uploaded', () => {
    expect(evaluated(String(download.if), world({ 'measured-1': 'd success' }))).toBeFalsy()
  })
  test('are judged by what each job said of its own, under the number that this file gives it', () => {
    const { measured } = step(judge, (one) => one.uses === './tdd-gate').with ?? {}
    const lines = filled(measured, world({ 'measured-1': 'd success', 'measured-3': 'e shard' }))
      .trim()
      .split('\n')
    expect(lines.map((line) => line.trim())).toEqual([
      'success',
      '1 d success',
      '2',
      '3 e shard',
      '4',
      '5',
      '6',
      '7',
      '8',
    ])
  })
  test('are kept even if the measuring step runs out of time', () => {
    const limit = step(measure, (one) => one.uses === './tdd-gate')['timeout-minutes'] ?? Number.POSITIVE_INFINITY
    expect(limit).toBeLessThan(measure['timeout-minutes'] ?? 0)
  })
})

const getName = (one: Step) => ('name' in one ? one.name : undefined)

test('the job that judges, and its steps, are called as readers of evidence look for them, and no other job is', () => {
  expect(gate.jobs[JUDGE_JOB]).toBe(judge)
  const names = Object.values(gate.jobs).flatMap((job) => job.steps?.map(getName) ?? [])
  for (const wanted of [JUDGE_STEP, KEEP_STEP, PROVED_STEP]) {
    expect(judge.steps?.map(getName)).toContain(wanted)
    expect(names.filter((name) => name === wanted)).toHaveLength(1)
  }
  expect(Object.values(gate.jobs).map((job) => 'name' in job)).toEqual([false, false])
})

test.each([
  ['success', true],
  ['in_progress', false],
  ['failure', false],
  ['', false],
])("GitHub's record shows whether everything was proved: %j", (conclusion, isProved) => {
  const condition = String(judge.steps?.find((one) => getName(one) === PROVED_STEP)?.if)
  expect(evaluated(condition, { steps: { judge: { outputs: { conclusion } } } })).toBe(isProved)
})

describe('the verdict is signed', () => {
  const signing = step(judge, uses('actions/attest@'))
  const judged = { conclusion: 'success', level: 'attested' }
  const isSigned = (sign: boolean, outputs: object) =>
    evaluated(String(signing.if), { inputs: { sign }, steps: { judge: { outputs } } })
  test('where the caller asks for it, and a token vouches for a success', () => {
    expect(isSigned(true, judged)).toBe(true)
  })
  test.each([
    ['the caller does not ask for it', false, judged],
    ['work is in progress', true, { ...judged, conclusion: 'in_progress' }],
    ['a pull request comes from a fork', true, { ...judged, level: 'verified-run' }],
    ['nothing was judged', true, {}],
  ])('and not where %s', (_, sign, outputs) => {
    expect(isSigned(sign, outputs)).toBe(false)
  })
  test('with the type of its predicate, after the evidence was kept', () => {
    expect(signing.with?.['predicate-type']).toBe(VERDICT_TYPE)
    expect(judge.steps?.indexOf(signing)).toBeGreaterThan(judge.steps?.findIndex(uses('actions/upload-artifact@')) ?? 0)
  })
})

describe('a release', () => {
  const { publish } = getDocument(read('.github/workflows/release.yml')).jobs
  const script = publish?.steps?.find((one) => getName(one) === 'Tag the commit with its bundle')?.run ?? ''

  /** A remote, and for each release what the job has before its last step: a shallow checkout of the tag, and the bundle. */
  function newRemote() {
    // `gh` stands for GitHub's own program, which would tell git the token.
    const top = getFolder({ 'bin/gh': '#!/bin/sh\n[ "$*" = "auth setup-git" ]\n', 'source/.gitignore': '/dist/\n' })
    chmodSync(join(top, 'bin/gh'), 0o755)
    const env = { PATH: `${join(top, 'bin')}:${process.env['PATH']}`, HOME: top, GIT_CONFIG_NOSYSTEM: '1' }
    const git = (dir: string, ...args: string[]) =>
      execFileSync('git', args, { cwd: join(top, dir), env, encoding: 'utf8', stdio: 'pipe' }).trim()
    git('.', 'init', '--quiet', '--bare', '-b', 'main', 'remote.git')
    git('source', 'init', '--quiet', '-b', 'main')
    const release = (tag: string, version: string, bundle: string) => {
      writeFileSync(join(top, 'source/package.json'), JSON.stringify({ version }))
      git('source', 'add', '--all')
      git('source', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', version)
      git('source', 'push', '--quiet', '../remote.git', 'main')
      rmSync(join(top, 'job'), { recursive: true, force: true })
      git('.', 'clone', '--quiet', '--depth=1', '--no-tags', `file://${join(top, 'remote.git')}`, 'job')
      git('job', 'checkout', '--quiet', '--detach')
      mkdirSync(join(top, 'job/dist'))
      writeFileSync(join(top, 'job/dist/index.mjs'), bundle)
      mkdirSync(join(top, 'packed/package/dist'), { recursive: true })
      writeFileSync(join(top, 'packed/package/dist/bin.mjs'), bundle)
      writeFileSync(join(top, 'packed/package/package.json'), JSON.stringify({ version, bin: 'dist/bin.mjs' }))
      mkdirSync(join(top, 'job/release'))
      execFileSync('tar', [
        '-czf',
        join(top, `job/release/tdd-gate-${version}.tgz`),
        '-C',
        join(top, 'packed'),
        'package',
      ])
      const { status } = spawnSync('bash', ['-c', script], {
        cwd: join(top, 'job'),
        env: { ...env, GITHUB_REF_NAME: tag, RUNNER_TEMP: join(top, 'job') },
      })
      return { isDone: status === 0, source: git('source', 'rev-parse', 'HEAD') }
    }
    const published = (revision: string) => git('remote.git', 'rev-parse', revision)
    const show = (tag: string, path: string) => git('remote.git', 'show', `${tag}:${path}`)
    const getBundle = (tag: string) => show(tag, 'dist/index.mjs')
    return { release, published, show, bundleOf: getBundle, tags: () => git('remote.git', 'tag').split('\n') }
  }

  test('is the tagged commit with its bundle on top, and the major version moves there', () => {
    const { release, published, bundleOf, tags } = newRemote()
    const first = release('release/v1.2.3', '1.2.3', 'one')
    expect(first.isDone).toBe(true)
    expect(published('v1.2.3^')).toBe(first.source)
    expect(release('release/v1.10.0', '1.10.0', 'two').isDone).toBe(true)
    expect(tags().filter((tag) => tag.startsWith('v'))).toEqual(['v1', 'v1.10.0', 'v1.2.3'])
    expect(['v1', 'v1.10.0', 'v1.2.3'].map(bundleOf)).toEqual(['two', 'two', 'one'])
  })

  test('has a tag for npm, of the package as it is published: nothing is built where it is installed', () => {
    const { release, show } = newRemote()
    release('release/v1.2.3', '1.2.3', 'one')
    release('release/v1.3.0', '1.3.0', 'two')
    expect(show('package/v1.2.3', '').split('\n').slice(2)).toEqual(['dist/', 'package.json'])
    expect(show('package/v1', 'dist/bin.mjs')).toBe('two')
    expect(JSON.parse(show('package/v1', 'package.json'))).toEqual({ version: '1.3.0', bin: 'dist/bin.mjs' })
  })

  test('is never made twice', () => {
    const { release, published } = newRemote()
    expect(release('release/v1.2.3', '1.2.3', 'one').isDone).toBe(true)
    const before = published('v1.2.3')
    expect(release('release/v1.2.3', '1.2.3', 'other').isDone).toBe(false)
    expect([published('v1.2.3'), published('v1')]).toEqual([before, before])
  })

  test('before 1.0 moves v0', () => {
    const { release, tags } = newRemote()
    expect(release('release/v0.2.0', '0.2.0', 'one').isDone).toBe(true)
    expect(tags()).toEqual(['package/v0', 'package/v0.2.0', 'v0', 'v0.2.0'])
  })

  test('is described for the Marketplace: a name, an icon, a colour, and a sentence that fits', () => {
    const { name, description, branding } = getDocument(read('action.yml')) as unknown as Readonly<
      Record<string, unknown>
    >
    expect([name, branding]).toEqual(['tdd-gate', { icon: 'check-circle', color: 'green' }])
    expect(String(description).length).toBeLessThanOrEqual(125)
  })

  test.each(['release/v1.2.4', 'release/v1.2.3-rc', 'release/v1.2.3; touch x', 'v1.2.3.4', 'release/'])(
    'is not made of %s when package.json says 1.2.3',
    (tag) => {
      const { release, tags } = newRemote()
      expect(release(tag, '1.2.3', 'one').isDone).toBe(false)
      expect(tags()).toEqual([''])
    },
  )
})
