/**
 * Defines a test runner: how to recognise a project that uses it, how to run some of its files, and how to verify it.
 */

import type { SuiteConfig } from '../../core/model/config.ts'

/** The tracked files of a tree, and their texts. */
export interface Project {
  readonly files: readonly string[]
  /** Returns null for a path that does not exist, or is no text of a sensible size. */
  readonly read: (path: string) => string | null
}

export interface Detection {
  readonly directory: string
  /** Builds what the tests run on, once for a tree; absent: no build. */
  readonly build?: string | null
  /**
   * Placeholders: `{files}` the files to run (empty: all), `{files:-WORDS}` the same with WORDS for all, `{reports}` an
   * empty folder outside the tree, `{assets}` the folder of our own reporters, `{timeout}` seconds for a hanging test.
   */
  readonly command: string
  readonly reports: readonly string[]
  /** Why it was detected, for people. */
  readonly why: string
  /** True when the project's own test script names this runner. */
  readonly isNamed: boolean
}

/** A file with one test that passes and one that fails: a harness that reports anything else proves nothing. */
export interface Canary {
  readonly path: string
  readonly text: string
}

/**
 * Returns the failing test to append to a test file; null when none can be appended.
 * @param text of the test file
 * @param token letters and digits at the end of the test's name
 */
export type CanaryTests = (file: string, text: string, token: string) => string | null

/** The console message of a file that did not load; the path is as the runner printed it. */
export interface ConsoleError {
  readonly file: string | null
  readonly message: string
}

export interface Located {
  readonly file: string | null
  readonly name: string
  /** The groups around the test, outermost first. */
  readonly suite?: readonly string[]
}

/** A command that measures coverage besides running the tests. */
export interface MeasuringCommand {
  /** A condition of the shell, in the suite's directory; absent: it holds everywhere. */
  readonly needs?: string
  readonly command: string
  /** The coverage file that it writes into `{coverage}`, a folder below `{reports}`. */
  readonly file: string
}

export interface Runner {
  readonly name: string
  /** The report format its own command writes. */
  readonly format: string
  /** Runners of one language exclude each other, in the order of the registry. */
  readonly language:
    | 'javascript'
    | 'python'
    | 'go'
    | 'ruby'
    | 'php'
    | 'java'
    | 'rust'
    | 'perl'
    | 'shell'
    | 'elixir'
    | 'erlang'
    | 'c++'
    | 'c#'
  /** Only for runners that a script of ours starts: the program that must be installed. */
  readonly program?: string
  /** Only for runners whose own reports lack data: makes a configured command write our report as well. */
  readonly adopt?: (suite: SuiteConfig) => SuiteConfig
  /** Recognises the runner's command line in a configuration. */
  readonly isCommand: (command: string) => boolean
  readonly detect: (project: Project) => Detection | null
  /** Returns whether the runner itself would run this file without any configuration. */
  readonly isTestFile: (path: string) => boolean
  /** Only for languages whose tests may stand beside the code: whether a file of production may hold some. */
  readonly mayHoldTests?: (path: string) => boolean
  /** Only for runners whose tests may stand in any file: whether this one sets the runner up, so that it must start. */
  readonly isSetUpIn?: (path: string) => boolean
  /** Returns the arguments that make the command run these files only. */
  readonly toTargets: (files: readonly string[]) => readonly string[]
  /** Options before the targets that run the tests in another order, always the same one. Absent: it has none. */
  readonly shuffle?: readonly string[]
  /**
   * Changes a command so that the run measures coverage as well, with what is installed: the first whose need is met counts.
   * Empty for a command that measures coverage already, or calls the runner several times.
   */
  readonly measuring?: (command: string) => readonly MeasuringCommand[]
  /** The command by which people run it, for advice; its targets follow. */
  readonly byHand?: string
  /**
   * Returns the canary file.
   * @param neighbour the text of the test file beside it
   */
  readonly canary: (file: string, neighbour: string) => Canary
  readonly canaryTests: CanaryTests
  /** Only for runners of classes: returns where the canary stands, null for a file without a place for it. */
  readonly canaryAt?: (file: string, text: string) => number | null
  /** True where a usual test file may have no place for it. */
  readonly mayLackCanary?: true
  /** Only for runners whose reports do not name the file of each test. */
  readonly locate?: <T extends Located>(test: T, files: readonly string[]) => T
  /** Only for runners that write no report, or an incomplete one, when a file does not load. Never decides outcomes. */
  readonly consoleErrors?: (output: string) => readonly ConsoleError[]
}

export const CANARY_PASSES = 'tdd-gate canary passes'
export const CANARY_FAILS = 'tdd-gate canary fails'

/**
 * Inserts options after the only call of a runner in a command.
 * @param call what to insert after, with the flag `g`
 * @param own options by which the command measures coverage already
 * @returns null for several calls, for none, and for a command that measures already
 */
export function withOptions(command: string, call: RegExp, { options, own }: { options: string; own: RegExp }) {
  if (own.test(command) || [...command.matchAll(call)].length !== 1) return null
  return command.replace(call, (found) => `${found} ${options}`)
}

/** Returns a path that no tool can take for an option. */
export const asOperand = (path: string): string => (path.startsWith('-') ? `./${path}` : path)

/** One word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
