/** What a test runner is: how to recognise a project that uses it, how to run some of its files, and how to prove it works. */

import type { SuiteConfig } from '../../core/model/config.ts'

/** The tracked files of a tree, and their texts. */
export interface Project {
  readonly files: readonly string[]
  /** Null for a path that is not there or is no text of a sensible size. */
  readonly read: (path: string) => string | null
}

export interface Detection {
  readonly directory: string
  /** Builds what the tests run on, once for a tree; absent: nothing is built. */
  readonly build?: string | null
  /**
   * Placeholders: `{files}` the files to run (nothing: all), `{files:-WORDS}` the same with WORDS for all,
   * `{reports}` an empty folder outside the tree, `{assets}` the folder of our own reporters.
   */
  readonly command: string
  readonly reports: readonly string[]
  /** What was seen, for people. */
  readonly why: string
  /** True when the project's own test script names this runner. */
  readonly isNamed: boolean
}

/** A file with one test that passes and one that fails: a harness that shows anything else proves nothing. */
export interface Canary {
  readonly path: string
  readonly text: string
}

/** @param text of the test file @param token letters and digits that the name of the test ends with */
export type CanaryTests = (file: string, text: string, token: string) => string | null

/** What a runner printed of a file that did not load; the path is in its own words. */
export interface ConsoleError {
  readonly file: string | null
  readonly message: string
}

export interface Located {
  readonly file: string | null
  readonly name: string
}

export interface Runner {
  readonly name: string
  /** The report format its own command writes. */
  readonly format: string
  /** Runners of one language exclude each other, in the order of the registry. */
  readonly language: 'javascript' | 'python' | 'go'
  /** Only for runners whose own reports say too little: a configured command writes ours as well. */
  readonly adopt?: (suite: SuiteConfig) => SuiteConfig
  /** Recognises its own command line in a configuration. */
  readonly isCommand: (command: string) => boolean
  readonly detect: (project: Project) => Detection | null
  /** Whether the runner itself would run this file, without any configuration. */
  readonly isTestFile: (path: string) => boolean
  /** The words that make the command run these files only. */
  readonly toTargets: (files: readonly string[]) => readonly string[]
  /** @param neighbour the text of the test file beside which the canary is put */
  readonly canary: (file: string, neighbour: string) => Canary
  /** What is put behind a test file so that it holds a failing test as well; null where nothing can be. */
  readonly canaryTests: CanaryTests | null
  /** Only for runners whose reports do not say in which of the files that ran a test is. */
  readonly locate?: <T extends Located>(test: T, files: readonly string[]) => T
  /** Only for runners that write no report, or half of one, when a file does not load. Never tells outcomes. */
  readonly consoleErrors: (output: string) => readonly ConsoleError[]
}

export const CANARY_PASSES = 'tdd-gate canary passes'
export const CANARY_FAILS = 'tdd-gate canary fails'

/** A path that no tool can take for an option. */
export const asOperand = (path: string): string => (path.startsWith('-') ? `./${path}` : path)

/** One word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
