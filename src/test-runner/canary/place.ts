/** Writes the canary into the checkout beside a test file, and removes it. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ifThere } from '../../disk.ts'
import type { Suite } from '../run-plan.ts'

/** A canary in the checkout. */
interface WrittenCanary {
  /** Relative to the suite. */
  readonly path: string
  readonly remove: () => void
}

/** Returns the canary's path beside `neighbour` (a test file of the suite, whose runner is known) and its text. */
export function canaryBeside(suite: Suite, neighbour: string, tree: string) {
  const home = join(tree, suite.config.directory)
  const canary = suite.runner!.canary(neighbour, getText(join(home, neighbour)))
  return { ...canary, absolute: join(home, canary.path) }
}

/** A commit may contain a link that leads nowhere, or a folder, with the name of a test file. */
function getText(path: string): string {
  return ifThere(() => statSync(path))?.isFile() ? readFileSync(path, 'utf8') : ''
}

/** Replaces any file at its path: a commit may contain anything there, and a link would lead out of the checkout. */
export function writeCanary({ path, text, absolute }: ReturnType<typeof canaryBeside>): WrittenCanary {
  const isFolderNew = !existsSync(dirname(absolute))
  rmSync(absolute, { recursive: true, force: true })
  mkdirSync(dirname(absolute), { recursive: true })
  writeFileSync(absolute, text, { flag: 'wx' })
  return { path, remove: () => rmSync(isFolderNew ? dirname(absolute) : absolute, { recursive: true, force: true }) }
}
