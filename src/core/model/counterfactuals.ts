/** What drivers say to code that the gate changed: without bodies, and with small changes. */
import type { Condition } from './config.ts'
import type { TestId } from './test-run.ts'

/** Further runs of the drivers on trees in which the functions of this cycle have no bodies. Sorted lists. */
export interface EmptiedProduction {
  /** The number of emptied functions. */
  readonly functions: number
  /** Those that a driver of `hollow`, `weak` or `untried` ran without; absent without such a driver. */
  readonly bodies?: readonly FunctionPlace[]
  /** New functions that make an object equal to any value that a test compares it with. */
  readonly equalsAll: readonly string[]
  /** Changed production with effects outside of such bodies: data, code that runs on loading, other languages. */
  readonly notEmptied: readonly string[]
  /** How many drivers failed. Tests that passed before the cycle, and did not load at its RED, do not count. */
  readonly noticed: number
  /** Drivers that pass with any body, without the names, and with all other code emptied, too. */
  readonly hollow: readonly TestId[]
  /** Drivers that pass with any body, and demand only that it does not throw, or older code. */
  readonly weak: readonly TestId[]
  /**
   * Drivers that pass although the functions return other values of the same types, and fail when these return none.
   */
  readonly unpinned: readonly TestId[]
  /** Drivers that pass although every function throws an error of its own; absent without any. */
  readonly anyError?: readonly TestId[]
  /** Drivers that pass although no code runs, or fail for a comment more; absent without any. */
  readonly readsCode?: readonly TestId[]
  /** Places of assertions in drivers that no failure reaches: `path:line`; absent without any. */
  readonly idle?: readonly string[]
  /** Drivers without a result of such a run: their file did not load, or the run did not end. */
  readonly untried: readonly TestId[]
  /**
   * Drivers of `weak` and `untried` that an assertion of their own refused at RED, though not for what the functions did
   * before: they asked for a name or a place, or the change itself left the body empty. Absent without any.
   */
  readonly namesOnly?: readonly TestId[]
}

export interface FunctionPlace {
  readonly path: string
  /** Includes the classes and functions around it; empty for a function without a name. */
  readonly name: string
}

/** Small changes of a GREEN's lines, each with a run of its own. */
export interface TriedMutants {
  readonly tried: number
  /** How many more there are, beyond the limit of runs. */
  readonly untried: number
  /** Why the configured mutation tester gave no result; absent where it did, and where the gate made the changes. */
  readonly failed?: string
  /** Those with which every test passes. */
  readonly survived: readonly SurvivingMutant[]
}

export interface SurvivingMutant {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** The code before and after. */
  readonly from: string
  readonly to: string
}

export const isSameMutant = (one: SurvivingMutant, other: SurvivingMutant): boolean =>
  one.path === other.path && one.line === other.line && one.from === other.from && one.to === other.to

/** A small change of an earlier commit's code that no test noticed then, and these tests of this commit do. */
export interface LateNotice extends SurvivingMutant {
  readonly tests: readonly TestId[]
}

/** A test that passed in every other run, and failed where only these conditions differed. */
export interface VariedTest {
  readonly id: TestId
  readonly by: readonly Condition[]
  /** Shows the failure; null: unknown how people run the test. */
  readonly command: string | null
}

/** A person's note at a line: no test needs to notice its change. */
export interface LineNote {
  readonly path: string
  /** The line that it stands for, from 1. */
  readonly line: number
  /** Empty: it gives none. */
  readonly reason: string
  /** The base of the branch does not have it. */
  readonly isNew?: true
  /** It was written for other code in this line. */
  readonly isVoid?: true
}

/** What a function answered beside the examples of its tests. */
export interface NearAnswers {
  /** Of the production file that declares it. */
  readonly path: string
  /** From 1. */
  readonly line: number
  /** The calls of the tests first: `tax(10)` and what it answered. */
  readonly rows: readonly { readonly call: string; readonly answer: string; readonly isExample?: true }[]
  /** What only a fit to the examples does; absent where nothing tells. */
  readonly odd?: OddAnswers
}

/**
 * `fails`: near inputs end in an error of the language or in no number; `constant`: one answer to all of them;
 * `remembers`: another answer to the same call; `order`: lists near sorted examples are not sorted; `curve`: a polynomial
 * through the examples; `changes`: an answer, and a change of the list or object that was given; `differs`: another answer
 * than before a commit that keeps behaviour.
 */
export const ODD_ANSWERS = ['fails', 'constant', 'remembers', 'order', 'curve', 'changes', 'differs'] as const
export type OddAnswers = (typeof ODD_ANSWERS)[number]

/**
 * `noticed`: a test failed; `unnoticed`: every test passed; `unknown`: no test near it failed, and the others were not
 * asked; `untried`: the budget ended before.
 */
export const TRIAL_RESULTS = ['noticed', 'unnoticed', 'unknown', 'untried'] as const

/** What a trial changed, or would have changed. */
export interface TriedChange {
  /** The code of the trial. */
  readonly trial: string
  /** Null: the whole commit. */
  readonly lines: { readonly path: string; readonly first: number; readonly last: number } | null
  /** In words for people: what was put where. */
  readonly change: string
  /** The code before and after, of a small change; absent for others. */
  readonly from?: string
  readonly to?: string
  /** The number of tests that were asked. */
  readonly asked: number
  readonly result: (typeof TRIAL_RESULTS)[number]
  /** The first test that noticed; null: none, or it is unknown which. */
  readonly test: TestId | null
}
