import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG, parseConfig } from '../../src/config/parse.ts'
import { type Detected, type InitOptions, init as initialise } from '../../src/operations/init.ts'
import { ACTION, toAloneWorkflow, toCallerWorkflow } from '../../src/render/workflow-file.ts'
import { getFolder } from '../support/folder.ts'
import { createRepository } from '../support/repository.ts'
import { runCli, STAGE } from '../support/run-cli.ts'

const CONFIG = '.github/tdd-gate.yml'
const WORKFLOW = '.github/workflows/tdd-gate.yml'
const VITEST: Detected = {
  pin: 'version: 1\ntest:\n  setup: npm ci\n  command: npx vitest run {files}\n  reports:\n    - "{reports}/*.json"\n',
  explanations: ['Detected vitest: package.json names it.'],
}
const STRYKER = {
  command: `npx stryker run --reporters json --mutate "$(echo {files} | tr ' ' ',')"`,
  reports: ['reports/mutation/mutation.json'],
}
const ASKED: Detected = {
  pin: 'version: 1\n#test:\n#  command: just test\n',
  explanations: ['No test runner was detected.'],
  isAsked: true,
}
const nothing = () => ASKED
/** What the workflow uses matters to few tests. */
const init = (options: Omit<InitOptions, 'uses'> & Partial<InitOptions>, detect: () => Detected) =>
  initialise({ uses: { uses: ACTION, isPushed: true }, ...options }, detect)
const newDir = () => getFolder({})
const getText = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8')
const getConfig = (dir: string) => parseConfig(getText(dir, CONFIG), { file: CONFIG, ruleCodes: [] })

describe('the configuration', () => {
  test('pins what was detected, asks for coverage, and means the same as the defaults otherwise', () => {
    const dir = newDir()
    const outcome = init({ dir, only: null, kind: 'calling' }, () => VITEST)
    expect(getConfig(dir)).toEqual({
      ...DEFAULT_CONFIG,
      test: {
        ...DEFAULT_CONFIG.test,
        coverage: 'auto',
        suites: [
          {
            name: '',
            directory: '.',
            setup: 'npm ci',
            build: null,
            command: 'npx vitest run {files}',
            reports: ['{reports}/*.json'],
            coverage: [],
          },
        ],
      },
    })
    expect(getText(dir, CONFIG)).toContain('# Detected vitest: package.json names it.')
    // Nothing says that the project has installed anything.
    expect(getText(dir, CONFIG)).not.toContain('node_modules')
    expect(getText(dir, 'AGENTS.md')).toMatch(/tdd-gate next[\s\S]*tdd-gate complete[\s\S]*tdd-gate commit/)
    expect(getText(dir, 'AGENTS.md')).toMatch(/not found[\s\S]*Node 24 or newer[\s\S]*npm install -g --install-links/)
    expect(outcome.written).toEqual([CONFIG, WORKFLOW, 'AGENTS.md'])
    expect(outcome.next.join('\n')).toContain(`git add ${CONFIG} ${WORKFLOW} AGENTS.md`)
  })

  test.each([
    ['devDependencies', '@stryker-mutator/core', true],
    ['dependencies', '@stryker-mutator/core', true],
    ['devDependencies', 'vitest', false],
  ])('shows how StrykerJS runs for the changed files, where package.json names it: %s %s', (key, name, isShown) => {
    const dir = getFolder({ 'package.json': JSON.stringify({ [key]: { [name]: '9.0.0' } }) })
    init({ dir, only: null, kind: 'calling' }, () => VITEST)
    const text = getText(dir, CONFIG)
    expect(text.includes('stryker')).toBe(isShown)
    const used = text.replaceAll(/^#(?= {2}mutation:| {4}command: npx stryker| {4}reports: reports)/gm, '')
    expect(parseConfig(used, { file: CONFIG, ruleCodes: [] }).test.mutation).toEqual(isShown ? STRYKER : undefined)
  })

  test('takes over the settings of Task Master, and names those that it leaves', () => {
    const autopilot = { enabled: true, maxGreenAttempts: 5, testTimeout: 60_000 }
    const dir = getFolder({
      '.taskmaster/config.json': JSON.stringify({ autopilot, git: { branchPattern: 'work/{id}' } }),
    })
    const { next } = init({ dir, only: null, kind: 'calling' }, () => VITEST)
    expect(getConfig(dir)).toMatchObject({
      test: { timeoutSeconds: 60, suites: [{ command: 'npx vitest run {files}' }] },
      policy: { green: { maxAttempts: 5 } },
      git: { branchPattern: 'work/{id}' },
    })
    expect(getText(dir, CONFIG)).toContain('# Detected vitest: package.json names it.')
    expect(next.join('\n')).toContain('keys of .taskmaster/config.json have no counterpart here: autopilot.enabled (')
  })

  test('leads editors to the schema of the very code that the workflow uses', () => {
    const dir = newDir()
    init({ dir, only: null, kind: 'calling', uses: { uses: 'acme/gate@v2', isPushed: true } }, () => VITEST)
    const address = 'https://raw.githubusercontent.com/acme/gate/v2/schema/tdd-gate.schema.json'
    expect(getText(dir, CONFIG).split('\n')[0]).toBe(`# yaml-language-server: $schema=${address}`)
  })

  test('a soft start judges whole pull requests, and has the line that requires the check later', () => {
    const dir = newDir()
    const { next } = init({ dir, only: null, kind: 'calling', isSoft: true }, () => VITEST)
    expect(getConfig(dir)).toMatchObject({ policy: { sequence: 'pull-request' } })
    const [read, strict, require, line] = next.slice(-4)
    expect(read).toContain('Do not require the check yet')
    expect(strict).toMatch(/^When authors commit tests first, remove `policy\.sequence` /)
    expect(require).toMatch(/^Last, require the check `tdd-gate \/ judge`/)
    expect(line).toMatch(/^echo '.*' \| gh api .* --input -$/)
  })

  test.each([true, false])('the line that requires the check sets no rule that goes unnamed (soft: %s)', (isSoft) => {
    const { next } = init({ dir: newDir(), only: null, kind: 'calling', isSoft }, () => VITEST)
    const [require = '', line = ''] = next.slice(-2)
    const [, ruleset = ''] = /^echo '(.*)' \|/.exec(line) ?? []
    const types: readonly string[] = JSON.parse(ruleset).rules.map(({ type }: { type: string }) => type)
    expect(types.toSorted()).toEqual(['creation', 'deletion', 'required_status_checks'])
    expect(require).toContain(
      'The ruleset also refuses to delete and to create the branch, and pushes without the check.',
    )
  })

  test('a strict start says that it is one, and what a soft one is', () => {
    const { next } = init({ dir: newDir(), only: null, kind: 'calling' }, () => VITEST)
    expect(next.join('\n')).toContain(
      'Each commit is judged. For a soft start write `policy: { sequence: pull-request }`',
    )
    expect(next.join('\n')).toContain('gh api')
  })

  test('says that failures of the base do not count, and which command names them', () => {
    const { next } = init({ dir: newDir(), only: null, kind: 'calling' }, () => VITEST)
    expect(next).toContain(
      'Tests that fail on the base already do not count. On a branch, `tdd-gate verify` names them first.',
    )
    expect(init({ dir: newDir(), only: 'workflow', kind: 'calling' }, () => VITEST).next.join(' ')).not.toContain(
      'count',
    )
  })

  test('says how a default is changed', () => {
    const dir = newDir()
    init({ dir, only: null, kind: 'calling', isSoft: true }, () => VITEST)
    expect(getText(dir, CONFIG)).toMatch(/^# .*behind a # .*remove its #/m)
    expect(getText(dir, CONFIG)).toMatch(/^policy:\n {2}sequence: pull-request\n# {2}red:\n/m)
    expect(getText(dir, CONFIG)).not.toContain('#policy:')
  })

  test('says that coverage is measured, and when it is judged', () => {
    const dir = newDir()
    init({ dir, only: null, kind: 'calling' }, () => VITEST)
    expect(getText(dir, CONFIG)).toMatch(/^# .*default.*\n# .*test\.coverage/m)
    expect(getText(dir, CONFIG)).toContain('  coverage: auto\n')
    expect(getConfig(dir).test.suites[0]?.coverage).toEqual([])
  })

  test('without a detected runner there is an example to fill in', () => {
    const dir = newDir()
    const outcome = init({ dir, only: null, kind: 'calling' }, nothing)
    expect(getConfig(dir)).toEqual(DEFAULT_CONFIG)
    expect(getText(dir, CONFIG)).toContain(
      '# No test runner was detected.\nversion: 1\n#test:\n#  command: just test\n',
    )
    expect(outcome.next[0]).toContain('No test runner was detected')
  })

  test.each([
    ['python', 'python3 -m pip install --requirement requirements.txt'],
    ['ruby', 'bundle config set --local path vendor/bundle && bundle install'],
    ['php', 'composer install --no-interaction'],
  ] as const)('without a set-up, tests of %s need their packages in CI', (language, setup) => {
    const toolchains = { languages: [{ language, input: 'a', value: 'b' }], packageManager: null }
    const next = (pin: string) =>
      init({ dir: newDir(), only: null, kind: 'calling', toolchains }, () => ({ pin, explanations: [] })).next
    expect(next('version: 1\ntest:\n  command: x\n')[0]).toContain(`for example: \`setup: ${setup}\``)
    expect(next('version: 1\ntest:\n  setup: y\n  command: x\n')[0]).not.toContain('packages')
  })

  test('is never overwritten, and then nothing else is written either', () => {
    const dir = newDir()
    mkdirSync(join(dir, '.github'))
    writeFileSync(join(dir, CONFIG), 'version: 1 # mine\n')
    const again = (kind: 'alone' | 'calling') => init({ dir, only: null, kind }, () => VITEST)
    const refusal = (text: string) =>
      expect.objectContaining({ code: 'file-exists', suggestion: { text, commands: [] } })
    expect(() => again('calling')).toThrow(refusal('tdd-gate init --workflow'))
    expect(() => again('alone')).toThrow(refusal('tdd-gate init --workflow --alone'))
    expect(getText(dir, CONFIG)).toBe('version: 1 # mine\n')
    expect(existsSync(join(dir, 'AGENTS.md'))).toBe(false)
    expect(existsSync(join(dir, WORKFLOW))).toBe(false)
    init({ dir, only: 'workflow', kind: 'calling' }, nothing)
    expect(() => again('calling')).toThrow(refusal('tdd-gate init --agents'))
  })
})

const JUST: Detected = { ...ASKED, pin: `${ASKED.pin}#  reports:\n#    - build/junit.xml\n` }
const WITH_STRYKER = { 'package.json': '{ "devDependencies": { "@stryker-mutator/core": "9.0.0" } }' }
const WITH_TASKS = {
  '.taskmaster/config.json': JSON.stringify({
    autopilot: { maxGreenAttempts: 5, testTimeout: 60_000 },
    test: { coverageThresholds: { lines: 90 } },
    git: { branchPattern: 'work/{id}' },
  }),
}
const TASKS = {
  policy: { green: { maxAttempts: 5 }, coverage: { lines: 90 } },
  git: { branchPattern: 'work/{id}' },
}

describe.each([
  ['a strict start', VITEST, {}, false, { policy: { ...DEFAULT_CONFIG.policy, demandsCoverage: true } }],
  ['a soft start', VITEST, {}, true, { policy: { sequence: 'pull-request' } }],
  ['a soft start with StrykerJS', VITEST, WITH_STRYKER, true, { test: { mutation: STRYKER } }],
  ['settings of Task Master', VITEST, WITH_TASKS, false, TASKS],
  ['a soft start without a runner', JUST, WITH_STRYKER, true, { test: { mutation: STRYKER } }],
  ['settings of Task Master without a runner', JUST, WITH_TASKS, true, TASKS],
])('behind a # of %s', (_, detected, files, isSoft, expected) => {
  const parse = (text: string) => parseConfig(text, { file: CONFIG, ruleCodes: [] })
  const write = () => {
    const dir = getFolder(files)
    init({ dir, only: null, kind: 'calling', isSoft }, () => detected)
    return getText(dir, CONFIG)
  }
  /** What its reader completes first, where no runner was detected. */
  const complete = (text: string) => text.replaceAll(/^#(?=test:| {2}command:| {2}reports:| {4}- )/gm, '')

  test('each setting is valid when its # goes, and those of the keys above and below it', () => {
    expect(() => parse(write())).not.toThrow()
    const lines = complete(write()).split('\n')
    // Its command and its reports belong together.
    const isWhole = (at: number) => !above(lines, at).some((key) => lines[key] === '#  mutation:')
    const behind = lines.flatMap((line, at) => (BEHIND.test(line) && isWhole(at) ? [at] : []))
    expect(behind.length).toBeGreaterThan(10)
    for (const at of behind) {
      const chosen = [...above(lines, at), at, ...below(lines, at)]
      const text = lines.map((line, n) => (chosen.includes(n) ? line.slice(1) : line)).join('\n')
      expect(() => parse(text), text).not.toThrow()
    }
  })

  test('all are valid at once, and change nothing that is set', () => {
    const text = complete(write()).replaceAll(new RegExp(BEHIND, 'gm'), (line) => line.slice(1))
    expect(parse(text)).toMatchObject(expected)
  })
})

/** A sentence has one space behind its #. */
const BEHIND = /^#(?: {2})*\w+:/
const getDepth = (line = '') => /^# */.exec(line)?.[0].length ?? 0

/** The lines of the keys above that are comments too. */
function above(lines: readonly string[], at: number): readonly number[] {
  const depth = getDepth(lines[at])
  const own = lines.findLastIndex((line, n) => n < at && (!BEHIND.test(line) || getDepth(line) < depth))
  return BEHIND.test(lines[own] ?? '') ? [...above(lines, own), own] : []
}

function below(lines: readonly string[], at: number): readonly number[] {
  const end = lines.findIndex((line, n) => n > at && getDepth(line) <= getDepth(lines[at]))
  return lines.map((_, n) => n).slice(at + 1, end)
}

describe('the workflow', () => {
  const PACKAGE = 'package.json'
  test('as a pull request, the commands open it from a branch of its own', () => {
    const dir = newDir()
    const { next } = init({ dir, only: null, kind: 'calling', isPullRequest: true }, () => VITEST)
    expect(next[1]).toMatch(
      /^git switch -c tdd-gate\/onboarding && git add .* && git commit -m ".*" && git push -u origin HEAD && gh pr create --fill$/,
    )
  })

  test('calls ours, and what is next names the check to require', () => {
    const dir = newDir()
    const { next } = init({ dir, only: null, kind: 'calling' }, () => VITEST)
    expect(getText(dir, WORKFLOW)).toBe(toCallerWorkflow(ACTION))
    expect(next.join('\n')).toContain('`tdd-gate / judge`')
  })

  test('sets up what was detected', () => {
    const toolchains = {
      languages: [{ language: 'python', input: 'python-version-file', value: '.python-version' }],
      packageManager: null,
    } as const
    const [calling, own] = (['calling', 'two-jobs'] as const).map((kind) => {
      const dir = newDir()
      init({ dir, only: 'workflow', kind, toolchains }, nothing)
      return getText(dir, WORKFLOW)
    })
    expect(calling).toContain('    with: { python-version-file: .python-version }\n')
    expect(own).toMatch(/uses: actions\/setup-python@.*\n +with: \{ python-version-file: \.python-version \}/)
  })

  test('has two jobs where that is asked for, of which the judging one is required', () => {
    const dir = getFolder({})
    const { next } = init({ dir, only: 'workflow', kind: 'two-jobs' }, nothing)
    expect(readFileSync(join(dir, WORKFLOW), 'utf8')).toContain('mode: judge')
    expect(next.join()).toContain('require the check `judge`')
    expect(() => init({ dir, only: 'workflow', kind: 'two-jobs' }, nothing)).toThrow(/does not overwrite/)
  })

  test('stands alone where that is asked for, with a check of its own', () => {
    const dir = newDir()
    const { next } = init({ dir, only: null, kind: 'alone' }, () => VITEST)
    expect(getText(dir, WORKFLOW)).toBe(toAloneWorkflow(ACTION))
    expect(next.join('\n')).toContain('`gate`')
    expect(next.join('\n')).not.toContain('/ judge')
  })

  test('can be written by itself, later', () => {
    const dir = newDir()
    init({ dir, only: 'agents', kind: 'calling' }, nothing)
    const { written, next } = init({ dir, only: 'workflow', kind: 'calling' }, nothing)
    expect(written).toEqual([WORKFLOW])
    expect(next.join('\n')).not.toContain('No test runner')
    expect(existsSync(join(dir, CONFIG))).toBe(false)
  })

  test('that is there already stays as it is', () => {
    const dir = newDir()
    mkdirSync(join(dir, '.github/workflows'), { recursive: true })
    writeFileSync(join(dir, WORKFLOW), 'on: push # mine\n')
    const { written, next } = init({ dir, only: null, kind: 'calling' }, () => VITEST)
    expect(written).toEqual([CONFIG, 'AGENTS.md'])
    expect(next.join('\n')).not.toContain('/ judge')
    expect(() => init({ dir, only: 'workflow', kind: 'alone' }, nothing)).toThrow(
      expect.objectContaining({
        code: 'file-exists',
        suggestion: expect.objectContaining({
          text: `mv ${WORKFLOW} ${WORKFLOW}.old && tdd-gate init --workflow --alone`,
        }),
      }),
    )
    expect(getText(dir, WORKFLOW)).toBe('on: push # mine\n')
  })

  test.each(['.github/workflows', WORKFLOW])('is not written through a link at %s', (path) => {
    const dir = newDir()
    const outside = newDir()
    mkdirSync(join(dir, path, '..'), { recursive: true })
    symlinkSync(outside, join(dir, path))
    expect(() => init({ dir, only: null, kind: 'calling' }, () => VITEST)).toThrow(
      expect.objectContaining({ code: 'file-exists' }),
    )
    expect(existsSync(join(dir, CONFIG))).toBe(false)
    expect(existsSync(join(outside, 'tdd-gate.yml'))).toBe(false)
  })

  test('is not for tdd-gate itself, where the file of that name is the one that others call', () => {
    const dir = newDir()
    writeFileSync(join(dir, PACKAGE), '{ "name": "tdd-gate" }')
    expect(init({ dir, only: null, kind: 'calling' }, () => VITEST).written).toEqual([CONFIG, 'AGENTS.md'])
    expect(existsSync(join(dir, WORKFLOW))).toBe(false)
    expect(() => init({ dir, only: 'workflow', kind: 'calling' }, nothing)).toThrow(
      expect.objectContaining({ code: 'bad-usage' }),
    )
  })

  test.each(['{ "name": "shop", "devDependencies": { "tdd-gate": "1" } }', '{', '[]', 'null', '"tdd-gate"'])(
    'is for a project whose package.json is %s',
    (text) => {
      const dir = newDir()
      writeFileSync(join(dir, PACKAGE), text)
      expect(init({ dir, only: null, kind: 'calling' }, () => VITEST).written).toContain(WORKFLOW)
    },
  )
})

describe('the block in AGENTS.md', () => {
  test('tells agents the order of work and the command that judges it', () => {
    const dir = newDir()
    init({ dir, only: 'agents', kind: 'calling' }, nothing)
    const text = getText(dir, 'AGENTS.md')
    expect(existsSync(join(dir, CONFIG))).toBe(false)
    expect(text).toMatch(/^<!-- tdd-gate -->\n[\s\S]+\n<!-- \/tdd-gate -->\n$/)
    for (const word of ['Phase: red', 'Phase: green', 'tdd-gate verify', 'NEXT']) expect(text).toContain(word)
  })

  test('of a soft start asks for no RED and no GREEN commit, also when it is renewed', () => {
    const dir = newDir()
    init({ dir, only: null, kind: 'calling', isSoft: true }, () => VITEST)
    const text = getText(dir, 'AGENTS.md')
    expect(text).toContain('judges each pull request as a whole')
    expect(text).toContain('`Phase: refactor`')
    for (const word of ['Phase: red', 'Phase: green', '1. RED']) expect(text).not.toContain(word)
    expect(init({ dir, only: 'agents', kind: 'calling' }, nothing).written).toEqual([])
    writeFileSync(join(dir, CONFIG), 'version: 1\n')
    init({ dir, only: 'agents', kind: 'calling' }, nothing)
    expect(getText(dir, 'AGENTS.md')).toContain('Phase: red')
  })

  test('follows no configuration with a mistake', () => {
    const dir = getFolder({ [CONFIG]: 'version: 1\npolicy: { sequence: pull-requests }\n' })
    expect(() => init({ dir, only: 'agents', kind: 'calling' }, nothing)).toThrow(
      expect.objectContaining({ code: 'bad-config' }),
    )
    expect(existsSync(join(dir, 'AGENTS.md'))).toBe(false)
  })

  test.each([
    [{ uses: 'acme/gate@v2', isPushed: true }, 'git clone https://github.com/acme/gate && cd gate && npm ci'],
    [
      { uses: 'acme/gate@v2', isPushed: true, host: 'git.example.com' },
      'git clone https://git.example.com/acme/gate && cd gate && npm ci',
    ],
    [null, 'from a clone of its repository'],
  ])('says where the command comes from, and that npx has another one: %j', (uses, said) => {
    const dir = newDir()
    init({ dir, only: 'agents', kind: 'calling', uses }, nothing)
    expect(getText(dir, 'AGENTS.md')).toContain(said)
    expect(getText(dir, 'AGENTS.md')).toContain('`npx tdd-gate` is not ours')
  })

  test('is added to what people wrote, renewed in place, and the same the second time', () => {
    const dir = newDir()
    writeFileSync(join(dir, 'AGENTS.md'), '# Ours\n\nBe kind.')
    init({ dir, only: 'agents', kind: 'calling' }, nothing)
    const once = getText(dir, 'AGENTS.md')
    expect(once).toMatch(/^# Ours\n\nBe kind\.\n\n<!-- tdd-gate -->\n/)
    writeFileSync(join(dir, 'AGENTS.md'), `${once.replace('Phase: red', 'something old')}\nThe end.\n`)
    init({ dir, only: 'agents', kind: 'calling' }, nothing)
    expect(getText(dir, 'AGENTS.md')).toBe(`${once}\nThe end.\n`)
    expect(init({ dir, only: 'agents', kind: 'calling' }, nothing).written).toEqual([])
  })

  test('a block without an end is refused rather than guessed', () => {
    const dir = newDir()
    writeFileSync(join(dir, 'AGENTS.md'), '<!-- tdd-gate -->\nhalf')
    expect(() => init({ dir, only: 'agents', kind: 'calling' }, nothing)).toThrow(
      expect.objectContaining({ code: 'file-exists' }),
    )
    expect(getText(dir, 'AGENTS.md')).toBe('<!-- tdd-gate -->\nhalf')
  })

  test('a link is not followed out of the repository', () => {
    const dir = newDir()
    const outside = join(newDir(), 'outside.md')
    writeFileSync(outside, 'theirs\n')
    symlinkSync(outside, join(dir, 'AGENTS.md'))
    expect(() => init({ dir, only: 'agents', kind: 'calling' }, nothing)).toThrow(
      expect.objectContaining({ code: 'file-exists' }),
    )
    expect(getText(outside, '')).toBe('theirs\n')
  })
})

describe('the command', () => {
  test('says what was written and what to do next', async () => {
    const dir = newRepository()
    const first = await runCli(['init', '--repo', dir], { entry: STAGE })
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(`wrote ${CONFIG}`)
    expect(first.stdout).toContain('NEXT')
    expect(first.stdout).toMatch(/^ +echo '.*' \| gh api .* --input -$/m)
    expect(await runCli(['init', '--repo', dir], { entry: STAGE })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error [file-exists]'),
    })
    const again = await runCli(['init', '--repo', dir, '--agents', '--json'], { entry: STAGE })
    expect(JSON.parse(again.stdout)).toMatchObject({ schemaVersion: 1, written: [] })
  })

  test('writes at the top of the repository, wherever in it, and says where that is', async () => {
    await using repo = await createRepository()
    await repo.commit('base', { 'packages/api/a.txt': 'a' })
    const inside = join(repo.dir, 'packages/api')
    const { code, stdout } = await runCli(['init', '--repo', inside], { entry: STAGE })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^at the top of the repository, .*repository:\nwrote /)
    expect(stdout).toMatch(/NEXT\n {2}cd \S+\n/)
    expect(existsSync(join(repo.dir, CONFIG))).toBe(true)
    expect(existsSync(join(inside, '.github'))).toBe(false)
    const again = await runCli(['init', '--repo', inside, '--agents', '--json'], { entry: STAGE })
    expect(JSON.parse(again.stdout)).toMatchObject({ top: expect.stringMatching(/repository$/), written: [] })
    const atTop = await runCli(['init', '--repo', repo.dir, '--workflow', '--json'], { entry: STAGE })
    expect(JSON.parse(atTop.stdout).error.code).toBe('file-exists')
  })

  test('does not follow a repository that calls another folder its top', async () => {
    await using repo = await createRepository()
    const outside = newDir()
    await repo.git('config', 'core.worktree', outside)
    const { code, stdout } = await runCli(['init', '--repo', repo.dir], { entry: STAGE })
    expect({ code, isOutside: existsSync(join(outside, CONFIG)) }).toEqual({ code: 0, isOutside: false })
    expect(stdout).not.toContain('top of the repository')
  })

  test('writes the workflow alone, or the one that stands alone', async () => {
    const dir = newRepository()
    const { code, stdout } = await runCli(['init', '--repo', dir, '--workflow', '--alone'], { entry: STAGE })
    expect({ code, wrote: stdout.match(/^wrote .*$/gm) }).toEqual({ code: 0, wrote: [`wrote ${WORKFLOW}`] })
    expect(getText(dir, WORKFLOW)).toBe(toAloneWorkflow(ACTION))
  })

  test('writes nothing outside of a repository', async () => {
    const dir = newDir()
    const { code, stderr } = await runCli(['init', '--repo', dir], { entry: STAGE })
    expect(code).toBe(2)
    expect(stderr).toContain('error [not-a-repository]')
    expect(stderr).toContain('git init')
    expect(existsSync(join(dir, '.github'))).toBe(false)
  })

  test('writes one thing alone, not two', async () => {
    const dir = newDir()
    const both = await runCli(['init', '--repo', dir, '--workflow', '--agents'], { entry: STAGE })
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--agents') })
    expect(existsSync(join(dir, 'AGENTS.md'))).toBe(false)
  })
})

function newRepository(): string {
  const dir = newDir()
  execFileSync('git', ['init', '--quiet', dir])
  return dir
}

describe('another release, fork or mirror', () => {
  const SHA = 'a'.repeat(40)
  const start = (uses: string, kind: 'calling' | 'alone' = 'calling', isPushed = true) => {
    const dir = newDir()
    const { next } = init({ dir, only: 'workflow', kind, uses: { uses, isPushed } }, nothing)
    return { text: getText(dir, WORKFLOW), next: next.join('\n') }
  }

  test('is what both workflows use, without a word about Apps', () => {
    const { text, next } = start('acme/gate@v0.3.0')
    expect(text).toContain('    uses: acme/gate/.github/workflows/tdd-gate.yml@v0.3.0\n')
    expect(text).not.toContain('tdd-gate/tdd-gate')
    expect(next).not.toContain('App than')
    expect(next).not.toContain('TDD_GATE_WORKFLOWS')
    expect(text).toContain('# v0.3.0 moves with each release.')
    expect(start('acme/gate@main').text).toContain('# main moves with each push.')
    expect(start('acme/gate@v0.3.0', 'alone').text).toContain('      - uses: acme/gate@v0.3.0\n')
  })

  test('may be a commit, which no comment advises to pin once more', () => {
    const { text } = start(`acme/gate@${SHA}`)
    expect(text).toContain(`tdd-gate.yml@${SHA}\n`)
    expect(text).not.toContain('moves with each release')
  })

  test.each(['gate', 'acme/gate', 'acme/gate@', 'acme/gate@v1 x', "acme/gate@v1'", 'acme/gate/sub@v1', '@v1'])(
    'is refused without a repository and a ref, as in %j',
    (uses) => {
      const dir = newDir()
      const all = { dir, only: null, kind: 'calling', uses: { uses, isPushed: true } } as const
      expect(() => init(all, nothing)).toThrow(/owner\/repo@ref/)
      expect(existsSync(join(dir, '.github'))).toBe(false)
    },
  )

  test('must be named where the program knows of no clone and no release, before anything is written', () => {
    const dir = newDir()
    const unknown = (only: InitOptions['only']) => init({ dir, only, kind: 'calling', uses: null }, nothing)
    const refusal = expect.objectContaining({
      code: 'bad-usage',
      message: expect.stringContaining('no clone whose origin is on GitHub'),
      suggestion: expect.objectContaining({ text: 'tdd-gate init --uses <owner>/<repository>@<commit>' }),
    })
    expect(() => unknown(null)).toThrow(refusal)
    expect(() => unknown('workflow')).toThrow(refusal)
    expect(existsSync(join(dir, '.github'))).toBe(false)
    expect(unknown('agents').written).toEqual(['AGENTS.md'])
    mkdirSync(join(dir, '.github/workflows'), { recursive: true })
    writeFileSync(join(dir, WORKFLOW), 'on: push # mine\n')
    expect(unknown(null).written).toEqual([CONFIG])
  })

  test('is pushed first, where only this clone has the commit', () => {
    const step = `Push the commit ${SHA} of tdd-gate to acme/gate: GitHub does not find it yet.`
    expect(start(`acme/gate@${SHA}`, 'calling', false).next.split('\n')[0]).toBe(step)
    expect(start(`acme/gate@${SHA}`).next).not.toContain('Push the commit')
  })
})
