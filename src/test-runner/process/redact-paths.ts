/** Removes the checkout's folder from texts, so that evidence is the same wherever it was measured. */
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Failure, LoadError, Missing, TestCase, TestRun } from '../../core/model/test-run.ts'

/** Returns the names that tools may use for a folder: the given path, and its real path. */
export function getMachinePlaces(folder: string): readonly string[] {
  return [...new Set([folder, realpathSync(folder)])]
}

/**
 * Replaces the checkout's path with `./` in all texts of a run. Ids and files are already relative to the tree.
 * @param places absolute paths of the checkout; they need not exist any more
 */
export function redactPlace(run: TestRun, places: readonly string[]): TestRun {
  const names = getNames(places)
  const clean = (text: string) => withoutNames(text, names)
  return {
    ...run,
    cases: run.cases.map((test) =>
      test.failure === null && test.attempts.length === 0 ? test : cleanTest(test, clean),
    ),
    loadErrors: run.loadErrors.map((error) => cleanLoadError(error, clean)),
    hookFailures: run.hookFailures.map((hook) => ({ ...hook, message: clean(hook.message) })),
    runErrors: run.runErrors.map(clean),
    output: clean(run.output),
  }
}

/** Replaces the checkout's path in any other text. */
export function withoutPlaces(text: string, places: readonly string[]): string {
  return withoutNames(text, getNames(places))
}

function getNames(places: readonly string[]): readonly string[] {
  return places.flatMap((folder) => [`${pathToFileURL(folder)}/`, `${folder}/`])
}

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, './'), text)
}

type Clean = (text: string) => string

function cleanTest(test: TestCase, clean: Clean): TestCase {
  const { failure, attempts } = test
  return {
    ...test,
    failure: failure && cleanFailure(failure, clean),
    attempts: attempts.map((one) => cleanFailure(one, clean)),
  }
}

function cleanFailure(failure: Failure, clean: Clean): Failure {
  const stack = failure.stack === null ? null : clean(failure.stack)
  return { ...failure, message: clean(failure.message), stack, missing: cleanMissing(failure.missing, clean) }
}

function cleanLoadError(error: LoadError, clean: Clean): LoadError {
  return { ...error, message: clean(error.message), missing: cleanMissing(error.missing, clean) }
}

function cleanMissing(missing: Missing | null, clean: Clean): Missing | null {
  return missing && { ...missing, name: clean(missing.name) }
}
