/** The stories of a tool that is slow or large: honest work and five ways around it, through the real tool. */
import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Branch, createBranch, type Judged } from '../support/branch.ts'
import type { Body, Dialect, Spec, Subject } from '../support/dialect.ts'
import type { Files } from '../support/repository.ts'

/** What is skipped is in no report. */
export const VANISHED = ['red rejected: no-test-vanished']
/** A file that does not load hides the others: what is missing shows when it loads. */
export const HIDDEN = ['red accepted', 'green rejected: no-test-vanished']
/** The run says whose process ended: the report is whole, and the driver did not pass. */
export const STILL_FAILING = ['red accepted', 'green attempt: green-passes-drivers']
export const STILL_RED = ['red accepted', 'green attempt: green-passes-drivers, suite-is-green']

/** How a language writes code and tests, as the other stories write it. */
type Language = Pick<Dialect, 'testPath' | 'sourcePath' | 'source' | 'tests'>

export interface Tool extends Language {
  /** As the registry calls it. */
  readonly runner: string
  /** What it runs with, where it has several stories. */
  readonly variant?: string
  /** A command that succeeds where the tool is installed. */
  readonly needs: readonly [string, ...string[]]
  readonly project: Files
  /** Verdicts that are the tool's own. */
  readonly own?: Readonly<Partial<Record<StoryName, readonly string[]>>>
}

type StoryName = 'honest' | 'skip' | 'vanish' | 'weaken' | 'crash'

interface Story {
  readonly title: string
  readonly steps: readonly { readonly phase: 'red' | 'green'; readonly files: Files }[]
  readonly verdicts: readonly string[]
}

/** Packages that no other story needs. */
export const PACKAGES = resolve('test/runners/node_modules')
const BUILT = ['node_modules', '__pycache__', 'target', 'Cargo.lock', 'build', '_build', '.gradle']
const PRICE: Subject = { module: 'price' }
const DISCOUNT: Subject = { module: 'discount' }
const KEEPS: Spec = { name: 'keeps five', input: 5, output: 5 }
const ZERO: Spec = { name: 'keeps zero', input: 0, output: 0 }
const SIX: Spec = { name: 'keeps six', input: 6, output: 6 }
const NEW: Spec = { name: 'is new', input: 1, output: 2 }
const TENTH: Spec = { name: 'takes a tenth', input: 200, output: 20 }

function getStories(tool: Tool): Readonly<Record<StoryName, Story>> {
  const tests = (subject: Subject, ...specs: readonly Spec[]): Files => ({
    [tool.testPath(subject.module)]: tool.tests(subject, specs),
  })
  const source = (module: string, body: Body): Files => ({ [tool.sourcePath(module)]: tool.source(module, body) })
  const red = (files: Files) => ({ phase: 'red' as const, files })
  const green = (files: Files) => ({ phase: 'green' as const, files })
  const driver = red(tests(DISCOUNT, TENTH))
  return {
    honest: {
      title: 'RED by a module that does not exist, an attempt and GREEN are accepted',
      steps: [driver, green(source('discount', 'twentieth')), green(source('discount', 'tenth'))],
      verdicts: ['red accepted', 'green attempt: green-passes-drivers (superseded)', 'green accepted'],
    },
    skip: {
      title: 'a test skipped by a later commit is silenced',
      steps: [red(tests(PRICE, KEEPS, { ...ZERO, mode: 'skip' }, NEW))],
      verdicts: ['red rejected: no-test-silenced'],
    },
    vanish: {
      title: 'a test that another one replaces has vanished',
      steps: [red({ ...tests(PRICE, KEEPS, SIX), ...driver.files }), green(source('discount', 'tenth'))],
      verdicts: ['red rejected: no-test-vanished', 'green rejected: ground-is-accepted'],
    },
    weaken: {
      title: 'GREEN that weakens the driver is rejected',
      steps: [driver, green({ ...source('discount', 'twentieth'), ...tests(DISCOUNT, { ...TENTH, output: 10 }) })],
      verdicts: ['red accepted', 'green rejected: green-keeps-tests'],
    },
    crash: {
      title: 'production that ends the process with success is never GREEN',
      steps: [driver, green(source('discount', 'exit'))],
      verdicts: ['red accepted', 'green unmeasured: measurement-agrees'],
    },
  }
}

/** `takes a tenth` as one word: `takes_a_tenth`. */
export const toSnake = (name: string): string => name.replaceAll(' ', '_')
/** As a name of a method: `takesATenth`. */
export const toCamel = (name: string): string => name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
/** As a name of a class: `TakesATenth`. */
export const toPascal = (name: string): string => toCamel(` ${name}`)

/** Registers the stories. A tool that is not there is skipped, with the reason in its title. */
export function printTool(tool: Tool): void {
  const { runner, variant, needs, project, own = {} } = tool
  const [command, ...words] = needs
  const isThere = spawnSync(command, words, { stdio: 'ignore' }).status === 0
  const name = variant === undefined ? runner : `${runner} with ${variant}`
  const stories = Object.entries(getStories(tool))
  describe.skipIf(!isThere)(isThere ? name : `${name}: \`${needs.join(' ')}\` fails here`, () => {
    let branch: Branch
    beforeAll(async () => {
      branch = await createBranch({
        '.gitignore': BUILT.join('\n'),
        ...project,
        [tool.sourcePath('price')]: tool.source('price', 'same'),
        [tool.testPath('price')]: tool.tests(PRICE, [KEEPS, ZERO]),
      })
      if (existsSync(PACKAGES)) symlinkSync(PACKAGES, join(branch.repo.dir, 'node_modules'))
      for (const [key, { steps }] of stories) {
        await branch.repo.git('checkout', '--quiet', '-b', key, 'main')
        for (const { phase, files } of steps) await branch[phase](files)
      }
    })
    afterAll(() => branch[Symbol.asyncDispose]())

    test.each(stories.map(([key, story]) => ({ key, ...story })))('$title', async ({ key, verdicts }) => {
      const judged = await branch.verify({ head: key })
      expect(judged.verdicts, why(judged)).toEqual(own[key as StoryName] ?? verdicts)
      expect(judged.conclusion === 'success', why(judged)).toBe(key === 'honest')
    })
  })
}

/** Returns the findings, for a reader of a failed story. */
function why({ decision }: Judged): string {
  return decision.commits.flatMap(({ findings }) => findings.map((one) => `${one.rule}: ${one.message}\n`)).join('')
}
