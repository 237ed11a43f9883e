import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG, parseConfig } from '../../src/config/parse.ts'
import { type Detected, init } from '../../src/operations/init.ts'
import { runCli, STAGE } from '../support/run-cli.ts'

const CONFIG = '.github/tdd-gate.yml'
const VITEST: Detected = {
  pin: 'version: 1\ntest:\n  setup: npm ci\n  command: npx vitest run {files}\n  reports:\n    - "{reports}/*.json"\n',
  explanations: ['Detected vitest: package.json names it.'],
}
const nothing = () => null
const newDir = () => mkdtempSync(join(tmpdir(), 'tdd-gate-init-'))
const textOf = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8')
const configOf = (dir: string) => parseConfig(textOf(dir, CONFIG), { file: CONFIG, ruleCodes: [] })

describe('the configuration', () => {
  test('pins what was detected and means the same as the defaults otherwise', () => {
    const dir = newDir()
    const outcome = init({ dir, isAgentsOnly: false }, () => VITEST)
    expect(configOf(dir)).toEqual({
      ...DEFAULT_CONFIG,
      test: {
        ...DEFAULT_CONFIG.test,
        suites: [
          {
            name: '',
            directory: '.',
            setup: 'npm ci',
            command: 'npx vitest run {files}',
            reports: ['{reports}/*.json'],
            coverage: [],
          },
        ],
      },
    })
    expect(textOf(dir, CONFIG)).toContain('# Detected vitest: package.json names it.')
    expect(textOf(dir, CONFIG)).toMatch(/^# yaml-language-server: \$schema=\S*tdd-gate\.schema\.json$/m)
    expect(outcome.written).toEqual([CONFIG, 'AGENTS.md'])
    expect(outcome.next.join('\n')).toContain(`git add ${CONFIG} AGENTS.md`)
  })

  test('every commented line becomes a valid setting when the comment sign goes', () => {
    const dir = newDir()
    init({ dir, isAgentsOnly: false }, () => VITEST)
    const uncommented = textOf(dir, CONFIG)
      .replaceAll(/^#( *[a-zA-Z]+:)/gm, '$1')
      .replaceAll(/^#( +- )/gm, '$1')
    expect(parseConfig(uncommented, { file: CONFIG, ruleCodes: [] }).policy).toEqual(DEFAULT_CONFIG.policy)
    expect(uncommented).not.toBe(textOf(dir, CONFIG))
  })

  test('without a detected runner there is an example to fill in', () => {
    const dir = newDir()
    const outcome = init({ dir, isAgentsOnly: false }, nothing)
    expect(configOf(dir)).toEqual(DEFAULT_CONFIG)
    expect(textOf(dir, CONFIG)).toContain('#   command: make test')
    expect(outcome.next[0]).toContain('No test runner was detected')
  })

  test('is never overwritten, and then nothing else is written either', () => {
    const dir = newDir()
    mkdirSync(join(dir, '.github'))
    writeFileSync(join(dir, CONFIG), 'version: 1 # mine\n')
    expect(() => init({ dir, isAgentsOnly: false }, () => VITEST)).toThrow(
      expect.objectContaining({ code: 'file-exists', suggestion: 'tdd-gate init --agents' }),
    )
    expect(textOf(dir, CONFIG)).toBe('version: 1 # mine\n')
    expect(existsSync(join(dir, 'AGENTS.md'))).toBe(false)
  })
})

describe('the block in AGENTS.md', () => {
  test('tells agents the order of work and the command that judges it', () => {
    const dir = newDir()
    init({ dir, isAgentsOnly: true }, nothing)
    const text = textOf(dir, 'AGENTS.md')
    expect(existsSync(join(dir, CONFIG))).toBe(false)
    expect(text).toMatch(/^<!-- tdd-gate -->\n[\s\S]+\n<!-- \/tdd-gate -->\n$/)
    for (const word of ['Phase: red', 'Phase: green', 'tdd-gate verify', 'NEXT']) expect(text).toContain(word)
  })

  test('is added to what people wrote, renewed in place, and the same the second time', () => {
    const dir = newDir()
    writeFileSync(join(dir, 'AGENTS.md'), '# Ours\n\nBe kind.')
    init({ dir, isAgentsOnly: true }, nothing)
    const once = textOf(dir, 'AGENTS.md')
    expect(once).toMatch(/^# Ours\n\nBe kind\.\n\n<!-- tdd-gate -->\n/)
    writeFileSync(join(dir, 'AGENTS.md'), `${once.replace('Phase: red', 'something old')}\nThe end.\n`)
    init({ dir, isAgentsOnly: true }, nothing)
    expect(textOf(dir, 'AGENTS.md')).toBe(`${once}\nThe end.\n`)
    expect(init({ dir, isAgentsOnly: true }, nothing).written).toEqual([])
  })

  test('a block without an end is refused rather than guessed', () => {
    const dir = newDir()
    writeFileSync(join(dir, 'AGENTS.md'), '<!-- tdd-gate -->\nhalf')
    expect(() => init({ dir, isAgentsOnly: true }, nothing)).toThrow(expect.objectContaining({ code: 'file-exists' }))
    expect(textOf(dir, 'AGENTS.md')).toBe('<!-- tdd-gate -->\nhalf')
  })

  test('a link is not followed out of the repository', () => {
    const dir = newDir()
    const outside = join(newDir(), 'outside.md')
    writeFileSync(outside, 'theirs\n')
    symlinkSync(outside, join(dir, 'AGENTS.md'))
    expect(() => init({ dir, isAgentsOnly: true }, nothing)).toThrow(expect.objectContaining({ code: 'file-exists' }))
    expect(textOf(outside, '')).toBe('theirs\n')
  })
})

describe('the command', () => {
  test('says what was written and what to do next', async () => {
    const dir = newDir()
    const first = await runCli(['init', '--repo', dir], { entry: STAGE })
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(`wrote ${CONFIG}`)
    expect(first.stdout).toContain('NEXT')
    expect(await runCli(['init', '--repo', dir], { entry: STAGE })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error [file-exists]'),
    })
    const again = await runCli(['init', '--repo', dir, '--agents', '--json'], { entry: STAGE })
    expect(JSON.parse(again.stdout)).toMatchObject({ schemaVersion: 1, written: [] })
  })
})
