/** Recorded reports of real frameworks, and the truth that was written by hand beside each of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ParsedReport, ReportFormat } from '../../src/reports/format.ts'
import { inChunks } from './hostile-xml.ts'

interface TruthTest {
  readonly suite: readonly string[]
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'todo' | 'not-run'
  readonly kind?: string
}
export interface Snapshot {
  readonly tests: readonly TruthTest[]
  readonly load_failures: readonly { readonly file?: string; readonly package?: string; readonly error: string }[]
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'reports')

export const recorded = (path: string): Buffer => readFileSync(join(FOLDER, path))
export const getTruth = (framework: string): Snapshot =>
  JSON.parse(recorded(`${framework}/manifest.json`).toString('utf8')) as Snapshot

/** Returns one line a test, so that a difference reads as a sentence: `suite > name: outcome mark`. */
export const describeCases = (report: ParsedReport): readonly string[] =>
  report.cases
    .map(({ suite, name, outcome, mark }) => line(suite, name, outcome, mark === null ? '' : ` ${mark}`))
    .toSorted()

/** Returns the manifest in the same form; `except` names what this format cannot express, keyed by `suite > name`. */
export const snapshot = (framework: string, except: Readonly<Record<string, string | null>> = {}): readonly string[] =>
  getTruth(framework)
    .tests.flatMap((t) => {
      const key = [...t.suite, t.name].join(' > ')
      if (!Object.hasOwn(except, key)) return [line(t.suite, t.name, ...inOurWords(t))]
      const said = except[key]
      return said === null || said === undefined ? [] : [`${key}: ${said}`]
    })
    .toSorted()

const line = (suite: readonly string[], name: string, outcome: string, mark: string) =>
  `${[...suite, name].join(' > ')}: ${outcome}${mark}`

function inOurWords({ status, kind }: TruthTest): [string, string] {
  if (status === 'todo' || status === 'not-run') return ['skipped', ` ${status}`]
  // A parent fails like the first of its children; in the recorded projects that is always an assertion.
  if (status === 'failed') return [kind === 'assertion' || kind === 'child-failed' ? 'failed' : 'errored', '']
  return [status, kind === 'flaky' || kind === 'expected-failure' ? ` ${kind}` : '']
}

export const parseText = (format: ReportFormat, text: string | Uint8Array): ParsedReport =>
  format.parse([typeof text === 'string' ? Buffer.from(text) : text])

/** The same bytes in pieces of a given size. */
export const inPieces = (bytes: Uint8Array, size: number) => inChunks(bytes, [size])
