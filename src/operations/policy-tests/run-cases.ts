/** Judges policy tests with the configuration of the working tree, so that it is tested before it counts. */
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createClassifier } from '../../config/file-class.ts'
import { CONFIG_PATH, DEFAULT_CONFIG, parseConfig } from '../../config/parse.ts'
import { configNotReadable, noPolicyTests, tooManyPolicyTests } from '../../core/errors/usage.ts'
import { type ImaginedCommit, type ImaginedTests, judgeImagined } from '../../core/evaluate/imagined.ts'
import type { FileClass } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import type { JudgedCommit } from '../../core/model/finding.ts'
import { rules } from '../../core/rules/index.ts'
import { readIfThere } from '../../disk.ts'
import { openRepository } from '../../git/repository.ts'
import type { CaseDifference, CaseResult } from '../../render/test-report/policy-tests.ts'
import { type CaseCommit, type PolicyCase, readCases } from './case-file.ts'

const FOLDER = '.github/tdd-gate-tests'
const MAX_FILES = 100

interface PolicyTestOptions {
  readonly repo: string
  readonly dir?: string
  readonly config?: string
}

/** @throws GateError `bad-config` for the configuration or a case, `bad-usage` where there is no case */
export async function runCases({ repo, dir, config }: PolicyTestOptions): Promise<readonly CaseResult[]> {
  const top = (await openRepository(repo)).top ?? repo
  const folder = dir === undefined ? join(top, FOLDER) : resolve(dir)
  const files = globSync('**/*.{yml,yaml}', { cwd: folder }).toSorted()
  const shown = relative(top, folder) || '.'
  if (files.length === 0) throw noPolicyTests(shown)
  if (files.length > MAX_FILES) throw tooManyPolicyTests(shown, files.length, MAX_FILES)
  const settings = readConfig(top, config)
  const classify = createClassifier(settings.paths)
  return files.flatMap((name) => {
    const file = relative(top, join(folder, name))
    const cases = readCases(readFileSync(join(folder, name), 'utf8'), file)
    return cases.map((one) => runCase(file, one, settings, classify))
  })
}

function readConfig(top: string, named: string | undefined): Config {
  const text = readIfThere(named ?? join(top, CONFIG_PATH))
  if (text === null && named !== undefined) throw configNotReadable(named, new Error('no such file'))
  if (text === null) return DEFAULT_CONFIG
  return parseConfig(text, { file: named ?? CONFIG_PATH, ruleCodes: rules.map(({ code }) => code) })
}

function runCase(file: string, one: PolicyCase, { policy }: Config, classify: (path: string) => FileClass): CaseResult {
  const commits = one.commits.map((commit, n) => toImagined(commit, n, classify))
  const { conclusion, commits: judged } = judgeImagined({ base: toTests(one.base), commits, policy })
  const differences = one.commits.flatMap((expected, n) => compare(expected, judged, n))
  const ends =
    one.conclusion === undefined || one.conclusion === conclusion
      ? []
      : [{ commit: null, phase: null, expected: one.conclusion, found: conclusion }]
  return { file, name: one.name, holds: differences.length + ends.length === 0, differences: [...differences, ...ends] }
}

function toImagined(commit: CaseCommit, n: number, classify: (path: string) => FileClass): ImaginedCommit {
  const { subject, phase, task, changes, tests } = commit
  const trailers = Object.entries({ phase, task }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  )
  return {
    subject: subject ?? `commit ${n + 1}`,
    trailers,
    changes: changes.map((change) => {
      const { path, class: fileClass, removed } = typeof change === 'string' ? { path: change } : change
      return { path, class: fileClass ?? classify(path), isRemoved: removed === true }
    }),
    tests: toTests(tests),
  }
}

const toTests = (tests: CaseCommit['tests']): ImaginedTests =>
  Object.fromEntries(Object.entries(tests).map(([id, result]) => [id, result === 'failed' ? 'assertion' : result]))

function compare(expected: CaseCommit, all: readonly JudgedCommit[], n: number): readonly CaseDifference[] {
  const judged = all[n]
  if (judged === undefined) return []
  const codes = (level: 'error' | 'warn') => [
    ...new Set(judged.findings.flatMap((finding) => (finding.level === level ? [finding.rule] : []))),
  ]
  const hasWarnings = expected.warnings !== undefined
  const wanted = say(expected.verdict, expected.rules, expected.warnings ?? [])
  const found = say(judged.verdict, codes('error'), hasWarnings ? codes('warn') : [])
  return wanted === found ? [] : [{ commit: n + 1, phase: judged.phase, expected: wanted, found }]
}

/** `rejected: green-keeps-tests, warns: claims-are-true` */
function say(verdict: string, broken: readonly string[], warned: readonly string[]): string {
  const errors = broken.length === 0 ? verdict : `${verdict}: ${broken.toSorted().join(', ')}`
  return warned.length === 0 ? errors : `${errors}, warns: ${warned.toSorted().join(', ')}`
}
