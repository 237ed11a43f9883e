/** The recorded reports and the hand-written truth about them, and how the two are compared. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ParsedCase } from '../../src/reports/format.ts'
import { junit } from '../../src/reports/formats/junit.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/reports')

interface TrueTest {
  readonly suite: readonly string[]
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'todo' | 'not-run'
  readonly kind?: string
}

export const fixture = (path: string): Uint8Array => readFileSync(join(FIXTURES, path))

export const readJunit = (path: string) => junit.parse([fixture(path)])

/** One line a test: `file > suite > name | outcome | mark | kind | message`. */
export const printJunit = (path: string): string[] =>
  readJunit(path).cases.map(({ file, suite, name, outcome, mark, failure }) =>
    [[file, ...suite, name].filter(Boolean).join(' > '), outcome, mark, failure?.kind, failure?.message.split('\n')[0]]
      .filter(Boolean)
      .join(' | '),
  )

export const getTruth = (framework: string): readonly TrueTest[] =>
  JSON.parse(readFileSync(join(FIXTURES, framework, 'manifest.json'), 'utf8')).tests

/** Kinds that a person would call «an assertion said no»; every other failed test is errored. */
const ASSERTIONS = new Set(['assertion', 'unexpected-pass', 'child-failed', 'wrong-panic'])

export function trueOutcome({ status, kind }: TrueTest): string {
  if (status === 'failed') return ASSERTIONS.has(kind ?? '') ? 'failed' : 'errored'
  return status === 'passed' ? 'passed' : 'skipped'
}

/** `title` is what is compared: the name, or suite and name joined by a space (as jest, mocha and rspec do). */
export type Title = 'name' | 'full'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export function getTitle(test: { suite: readonly string[]; name: string }, title: Title): string {
  return oneLine(title === 'name' ? test.name : [...test.suite, test.name].join(' '))
}

/** Lines `title: outcome` in which the two differ; `-` is the truth, `+` what was read. */
export function differences(snapshot: readonly TrueTest[], cases: readonly ParsedCase[], title: Title): string[] {
  const wanted = snapshot.map((test) => `${getTitle(test, title)}: ${trueOutcome(test)}`)
  const got = cases.map((test) => `${getTitle(test, title)}: ${test.outcome}`)
  const left = [...got]
  const missing = wanted.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `- ${line}`), ...left.map((line) => `+ ${line}`)].toSorted()
}
