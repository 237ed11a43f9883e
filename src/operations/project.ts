/** What the project is made of: its suites (configured or detected), its paths, and the names it is imported by. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sha } from '../core/commit.ts'
import type { Config, SuiteConfig } from '../core/config.ts'
import { GateError } from '../core/errors.ts'
import type { Range } from '../measure/range.ts'
import { type DetectedSuites, detectSuites } from '../measure/runners/detect.ts'
import type { Project } from '../measure/runners/runner.ts'
import type { Scratch } from '../measure/scratch.ts'

/** Larger files are no manifests. */
const MAX_MANIFEST_BYTES = 1_048_576

export interface ProjectFacts {
  readonly suites: readonly SuiteConfig[]
  /** Every path of base and head: what exists, or will. */
  readonly paths: readonly string[]
  readonly names: readonly string[]
  readonly notes: readonly string[]
  /** The configuration that says what was detected; null when it was configured. */
  readonly pin: string | null
}

/** Detection looks at the base first: what a branch says of its own test command comes second, and is told. */
export async function openProject(scratch: Scratch, range: Range, config: Config): Promise<ProjectFacts> {
  const base = await checkOut(scratch, range.baseTree)
  const names = namesOf(base)
  const detected = config.test.suites.length > 0 ? null : tryDetect(base)
  const head = await checkOut(scratch, range.head)
  const paths = [...new Set([...base.files, ...head.files])]
  const all = { paths, names: [...new Set([...names, ...namesOf(head)])] }
  if (config.test.suites.length > 0) return { ...all, suites: config.test.suites, notes: [], pin: null }
  const found = detected ?? detectSuites(head)
  const where = detected ? [] : ['The base has no tests yet: the test command is the one that the head asks for.']
  return { ...all, suites: found.suites, notes: [...found.explanations, ...where], pin: found.pin }
}

/** A checked-out tree as detection sees it. */
export async function checkOut(scratch: Scratch, tree: Sha): Promise<Project> {
  await scratch.checkout(tree, { keep: [] })
  const listed = await scratch.listTree(tree)
  const files = [...listed].filter(([, { mode }]) => mode.startsWith('100')).map(([path]) => path)
  const texts = new Map<string, string | null>()
  const tracked = new Set(files)
  const read = (path: string): string | null => {
    if (!tracked.has(path)) return null
    const text = texts.has(path) ? (texts.get(path) ?? null) : readManifest(join(scratch.tree, path))
    texts.set(path, text)
    return text
  }
  for (const path of files) if (isManifest(path)) read(path)
  return { files, read }
}

function tryDetect(project: Project): DetectedSuites | null {
  try {
    return detectSuites(project)
  } catch (error) {
    if (error instanceof GateError && error.code === 'runner-not-found') return null
    throw error
  }
}

/** Read at once, because the folder holds another tree later. */
function isManifest(path: string): boolean {
  return /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml)$/.test(path) && !path.includes('node_modules/')
}

function readManifest(file: string): string | null {
  const entry = lstatSync(file, { throwIfNoEntry: false })
  return entry?.isFile() && entry.size <= MAX_MANIFEST_BYTES ? readFileSync(file, 'utf8') : null
}

/** What `import` and `require` call the project's own packages. */
function namesOf({ files, read }: Project): string[] {
  return files.filter(isManifest).flatMap((path) => {
    const text = read(path) ?? ''
    const pattern = path.endsWith('go.mod')
      ? /^module\s+"?([^\s"]+)/m
      : path.endsWith('.toml')
        ? /^name\s*=\s*"([^"]+)"/m
        : /"name"\s*:\s*"([^"]+)"/
    const name = pattern.exec(text)?.[1]
    return name === undefined ? [] : [name]
  })
}
