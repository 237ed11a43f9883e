/**
 * Keeps what the product answers in tests, for `npm run freeze`, which compares the answers of two trees byte for byte.
 * Without a folder in `FREEZE` nothing is kept.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'vitest'

const TESTS = resolve(import.meta.dirname, '..')
/** Digits of the shortest name of an object that the product prints. */
const SHORT = 7
const OBJECT_NAMES = new RegExp(`\\b[0-9a-f]{${SHORT},64}\\b`, 'g')
const DURATIONS = /("durationMs":) ?\d+/g
const PORTS = /\b(127\.0\.0\.1|localhost):\d+/g
const FOLDERS = new RegExp(`${tmpdir().replaceAll('.', '\\.')}(?:/[\\w.-]+)*`, 'g')

/**
 * Adds an answer to those of the test file that runs, as a line of JSON.
 * @param what names the answer, such as `verify --json`
 */
export function freeze(what: string, text: string): void {
  const { FREEZE: folder } = process.env
  // The bench, which is no test, calls it too.
  const testPath = folder && expect.getState().testPath
  if (folder === undefined || !testPath) return
  const path = join(folder, `${relative(TESTS, testPath)}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify([what, text].map(withoutMachine))}\n`)
}

/** Replaces what each run has anew: folders, ports, durations, and the names of commits that were made just now, by their order. */
function withoutMachine(text: string): string {
  const seen: string[] = []
  const plain = text.replaceAll(FOLDERS, '<folder>').replaceAll(PORTS, '$1:1').replaceAll(DURATIONS, '$1 1')
  return plain.replaceAll(OBJECT_NAMES, (name) => {
    const short = name.slice(0, SHORT)
    if (!seen.includes(short)) seen.push(short)
    return `<object ${seen.indexOf(short) + 1}>`
  })
}
