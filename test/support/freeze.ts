/**
 * Keeps what the product answers in tests, for `npm run freeze`, which compares the answers of two trees byte for byte.
 * Without a folder in `FREEZE` nothing is kept.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'vitest'

const TESTS = resolve(import.meta.dirname, '..')
const FOLDERS = new RegExp(`${tmpdir().replaceAll('.', '\\.')}(?:/[\\w.-]+)*`, 'g')

/**
 * Adds an answer to those of the test file that runs, as a line of JSON.
 * @param what names the answer, such as `verify --json`
 */
export function freeze(what: string, text: string): void {
  const { FREEZE: folder } = process.env
  const { testPath } = expect.getState()
  if (folder === undefined || testPath === undefined) return
  const path = join(folder, `${relative(TESTS, testPath)}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify([what, withoutMachine(text)])}\n`)
}

/** Replaces the folders of this run: each run has others. */
const withoutMachine = (text: string) => text.replaceAll(FOLDERS, '<folder>')
