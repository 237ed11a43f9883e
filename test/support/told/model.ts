/** The small project that every language tells in the same words: functions of one number, and tests that call them. */
import type { Files } from '../repository.ts'

/** Name -> what it returns for `n`, in words that all languages share: `n * 2`. */
export type Functions = Readonly<Record<string, string>>
/** Name of a test -> a function, what it is called with, and what the test expects. */
export type Cases = Readonly<Record<string, readonly [call: string, argument: number, expected: number]>>

export interface CodeOptions {
  readonly file?: string
  /** How the parameter is called. */
  readonly parameter?: string
  readonly comment?: string
}

/** A helper of tests: it gives them the number 2. */
export interface Helper {
  readonly name: string
  readonly file?: 'values' | 'numbers'
}

export interface Language {
  readonly name: string
  /** A command that succeeds where the runner is installed. */
  readonly needs: readonly [string, ...string[]]
  /** Whether the packages of this repository are those of the project, too. */
  readonly hasPackages?: true
  /** Files of the project that are neither code nor tests. */
  readonly project: Files
  readonly code: (functions: Functions, options?: CodeOptions) => Files
  /** @param from the file of the code; by default it is called as the file of the tests */
  readonly tests: (cases: Cases, file?: string, from?: string) => Files
  /** The tests, and one more that is skipped, with a reason. */
  readonly skip: (cases: Cases, name: string, skipped: Cases[string]) => Files
  readonly helper: (helper: Helper) => Files
  /** The tests, which take the number 2 from the helper. */
  readonly helped: (cases: Cases, helper: Helper) => Files
  /** A change of what the project is called, or of how it is set up. */
  readonly settings: Files
}

/** Edits the text of each file. */
export const inEach = (files: Files, edit: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, edit(String(text))]))

/** Removes the files. */
export const without = (files: Files): Files => Object.fromEntries(Object.keys(files).map((path) => [path, null]))

export const namesIn = (cases: Cases) => [...new Set(Object.values(cases).map(([call]) => call))].toSorted().join(', ')

/** Names the parameter in what a function returns. */
export const withParameter = (value: string, parameter: string) => value.replace(/\bn\b/g, parameter)

/** Writes a name as one word with capitals: `counts on` as `CountsOn`. */
export const toTitle = (name: string) => name.replace(/(?:^|[\s_])(\w)/g, (_, letter: string) => letter.toUpperCase())
