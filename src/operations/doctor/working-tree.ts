/** Detects the runners of a working tree for its setup; no judgement uses it. */
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { GateError } from '../../core/model/errors.ts'
import { list } from '../../core/rules/text.ts'
import { ifThere, readIfThere } from '../../disk.ts'
import { runGit } from '../../git/git.ts'
import type { Detected } from '../../render/config-file.ts'
import type { Toolchains } from '../../render/toolchain-steps.ts'
import { type DetectedSuites, detectSuites, getQuestion, type Preparation } from '../../test-runner/runners/detect.ts'
import type { Project } from '../../test-runner/runners/runner.ts'
import { detectToolchains } from '../toolchains.ts'
import { doctorTexts } from './texts.ts'

/** Larger files are not manifests. */
const MAX_MANIFEST_BYTES = 1_048_576
const MAX_PACKAGES = 1_000
const MAX_LISTED = 5
/** Packages of others, and fixtures of tests. */
const NO_PACKAGES = /(?:^|\/)(?:node_modules|vendor|fixtures?|__fixtures__|testdata|examples?|templates?)\//
/** The test script that `npm init` writes. */
const NO_TESTS = 'no test specified'

/** Detects the runners in tracked and new files; returns null when none is found. */
export async function detectInWorkingTree(dir: string, preparation?: Preparation): Promise<DetectedSuites | null> {
  const project = await readProject(dir)
  try {
    const found = detectSuites(project, preparation)
    return { ...found, explanations: [...found.explanations, ...ofPackages(project.files, project.read)] }
  } catch (error) {
    if (error instanceof GateError && error.code === 'runner-not-found') return null
    throw error
  }
}

/** Detects the runners, or asks with a configuration whose lines the author completes. */
export async function detectOrAsk(dir: string): Promise<Detected> {
  const found = await detectInWorkingTree(dir)
  if (found !== null) return found
  const { hint, example } = getQuestion(await readProject(dir))
  const pin = example.replaceAll(/^(?!version:|$)/gm, '#')
  return { pin, explanations: [doctorTexts.completeConfig(hint)], isAsked: true }
}

/** Detects what CI sets up, from the same files. */
export async function detectToolchainsInWorkingTree(dir: string): Promise<Toolchains> {
  return detectToolchains(await readProject(dir))
}

async function readProject(dir: string): Promise<Project> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, stdout } = existsSync(dir) ? await runGit(dir, args) : { code: 1, stdout: '' }
  const files = code === 0 ? stdout.toString().split('\0').slice(0, -1) : []
  return { files, read: (path) => readText(join(dir, path)) }
}

/** Warns about packages with their own test scripts: the command at the top may not run their tests. */
function ofPackages(files: readonly string[], read: (path: string) => string | null): readonly string[] {
  const folders = files
    .filter((path) => path.endsWith('/package.json') && !NO_PACKAGES.test(path))
    .slice(0, MAX_PACKAGES)
    .filter((path) => testsItself(read(path)))
    .map((path) => dirname(path))
    .toSorted()
  if (folders.length === 0) return []
  return [doctorTexts.ownTestScripts(list(folders, MAX_LISTED), folders[0])]
}

function testsItself(text: string | null): boolean {
  try {
    const script: unknown = JSON.parse(text ?? '{}')?.scripts?.test
    return typeof script === 'string' && !script.includes(NO_TESTS)
  } catch {
    // An invalid manifest has no script.
    return false
  }
}

/**
 * Returns the top of the repository around a folder. Returns the folder itself without a repository, or when the
 * repository claims another place as its top.
 */
export async function getTop(dir: string): Promise<string> {
  if (!existsSync(dir)) return dir
  const { code, stdout } = await runGit(dir, ['rev-parse', '--path-format=absolute', '--show-toplevel'])
  const top = stdout.toString().replace(/\r?\n$/, '')
  if (code !== 0 || top === '' || !existsSync(top)) return dir
  const inside = relative(realpathSync(top), realpathSync(dir))
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return dir
  return top
}

/** Returns whether git finds a repository around the folder. */
export async function isInRepository(dir: string): Promise<boolean> {
  if (!existsSync(dir)) return false
  return (await runGit(dir, ['rev-parse', '--git-dir'])).code === 0
}

function readText(file: string): string | null {
  const entry = ifThere(() => lstatSync(file))
  return entry?.isFile() && entry.size <= MAX_MANIFEST_BYTES ? readIfThere(file) : null
}
