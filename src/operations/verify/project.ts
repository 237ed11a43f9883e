/** Opens the project: its suites (configured or detected), its paths, and its import names. */

import { findFilesNamedByRunnerConfig } from '../../changes/files-named-by-runner-config.ts'
import { classifyByUsers } from '../../changes/search.ts'
import { openTrees, type TreeTexts } from '../../changes/tree-texts.ts'
import { createClassifier } from '../../config/file-class.ts'
import type { FileClass, Sha } from '../../core/model/commit.ts'
import type { Config, SuiteConfig } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Range } from '../../git/range.ts'
import type { Objects } from '../../git/repository.ts'
import type { Scratch } from '../../git/scratch.ts'
import { listTree } from '../../git/trees.ts'
import { type DetectedSuites, detectSuites, type Preparation } from '../../test-runner/runners/detect.ts'
import { packagesIn } from '../../test-runner/set-up/installed.ts'
import { verifyTexts } from './texts.ts'

export interface ProjectFacts {
  readonly suites: readonly SuiteConfig[]
  /** Every path of base and head. */
  readonly paths: readonly string[]
  readonly names: readonly string[]
  /** Paths that configurations of test runners name, workflows that name the gate, and data by who names it. */
  readonly inUse: ReadonlyMap<string, FileClass>
  /** Folders of installed packages that the head tracks. */
  readonly committedPackages: ReadonlySet<string>
  readonly notes: readonly string[]
}

/**
 * Opens the project. Detection reads the base first; it reads the branch's own test command second, and a note says so.
 * Trees are read as git objects, without a checkout.
 * @throws GateError `runner-not-found`
 */
export async function openProject(scratch: Scratch, range: Range, config: Config): Promise<ProjectFacts> {
  const [base, head] = await openTrees(scratch, [range.baseTree, range.headTree])
  const names = [...(await getNames(base)), ...(await getNames(head))]
  const committedPackages = packagesIn(head.files)
  const classify = createClassifier(config.paths)
  const named = await findFilesNamedByRunnerConfig([base, head], classify)
  const harness = [...named, ...(await getGateWorkflows(base)), ...(await getGateWorkflows(head))]
  const data = await classifyByUsers(scratch, [range.baseTree, range.headTree], classify)
  const all = {
    paths: [...new Set([...base.files, ...head.files])],
    names: [...new Set(names)],
    inUse: new Map([...data, ...harness.map((path): [string, FileClass] => [path, 'harness'])]),
    committedPackages,
  }
  if (config.test.suites.length > 0) return { ...all, suites: config.test.suites, notes: [] }
  const { preparation } = config.test
  const detected = await tryDetect(base, preparation)
  const found = detected ?? (await detect(head, preparation))
  const where = detected ? [] : [verifyTexts.testsFromHead]
  return { ...all, suites: found.suites, notes: [...found.explanations, ...where] }
}

/** Detection reads synchronously, so it repeats until every file that it reads is loaded. */
async function detect(tree: TreeTexts, preparation: Preparation): Promise<DetectedSuites> {
  for (;;) {
    const missing = new Set<string>()
    const read = (path: string): string | null => {
      const text = tree.get(path)
      if (text === undefined) missing.add(path)
      return text ?? null
    }
    const found = orRefusal(() => detectSuites({ files: tree.files, read }, preparation))
    if (missing.size > 0) await tree.load(missing)
    else if (found instanceof GateError) throw found
    else return found
  }
}

/** Returns what `openProject` would detect in this tree; null when nothing is found. */
export async function detectInTree(
  objects: Objects,
  tree: Sha,
  preparation: Preparation,
): Promise<DetectedSuites | null> {
  const [texts] = await openTrees({ ...objects, listTree: (wanted) => listTree(objects, wanted) }, [tree, tree])
  return tryDetect(texts, preparation)
}

async function tryDetect(tree: TreeTexts, preparation: Preparation): Promise<DetectedSuites | null> {
  try {
    return await detect(tree, preparation)
  } catch (error) {
    if (error instanceof GateError && error.code === 'runner-not-found') return null
    throw error
  }
}

function orRefusal<T>(work: () => T): T | GateError {
  try {
    return work()
  } catch (error) {
    if (error instanceof GateError) return error
    throw error
  }
}

function isManifest(path: string): boolean {
  return /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml)$/.test(path) && !path.includes('node_modules/')
}

const WORKFLOW = /^\.github\/workflows\//i

/** Returns the workflows that name the gate: they decide how it runs. No other one changes a test. */
async function getGateWorkflows(tree: TreeTexts): Promise<readonly string[]> {
  const workflows = tree.files.filter((path) => WORKFLOW.test(path))
  await tree.load(workflows)
  return workflows.filter((path) => tree.get(path)?.includes('tdd-gate') ?? true)
}

/** Returns the names by which `import` and `require` load the project's own packages. */
async function getNames(tree: TreeTexts): Promise<readonly string[]> {
  const manifests = tree.files.filter(isManifest)
  await tree.load(manifests)
  return manifests.flatMap((path) => {
    const text = tree.get(path) ?? ''
    const pattern = path.endsWith('go.mod')
      ? /^module\s+"?([^\s"]+)/m
      : path.endsWith('.toml')
        ? /^name\s*=\s*"([^"]+)"/m
        : /"name"\s*:\s*"([^"]+)"/
    const name = pattern.exec(text)?.[1]
    return name === undefined ? [] : [name]
  })
}
