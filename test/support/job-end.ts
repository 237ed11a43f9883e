/** Reads the result of an action's job: the end of its step, and the run folder. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StepEnd } from './runner.ts'

export interface JobEnd extends StepEnd {
  /** The run folder. */
  readonly folder: string
  readonly files: () => readonly string[]
  readonly read: (path: string) => string
  /** The block that ends the log: what people and agents read there. */
  readonly result: string
}

export function toJobEnd(end: StepEnd): JobEnd {
  const folder = join(end.temp, 'tdd-gate')
  const list = () => globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  return {
    ...end,
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    files: () =>
      list()
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .toSorted(),
    result: end.log.slice(end.log.indexOf('TDD-GATE RESULT')),
  }
}
