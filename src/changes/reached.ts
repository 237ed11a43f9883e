/** Finds the code that test files may reach: by the file names in their texts, nearest first. */
import { posix } from 'node:path'
import type { Blob, FileChange, FileClass, Sha } from '../core/model/commit.ts'
import type { Changed } from '../core/text/nearby.ts'
import type { Scratch } from '../git/scratch.ts'
import { canEmpty } from '../rewriting/index.ts'
import { MAX_SOURCE_TEXT } from '../syntax/index.ts'
import { readSides, readTexts } from './tree-texts.ts'

const MAX_READ = 2_000
const MAX_REACHED = 300
/** File names that stand for their folder. */
const OF_FOLDER = new Set(['index', '__init__', 'mod', 'main'])

export interface FileSource extends Changed {
  readonly mode: string
}

interface Wanted {
  readonly tree: Sha
  /** Test files. */
  readonly from: readonly string[]
  readonly classify: (path: string) => FileClass
}

/** Returns production files of languages that can be emptied, as if all of them were new. */
export async function reachedSources(
  scratch: Scratch,
  { tree, from, classify }: Wanted,
): Promise<readonly FileSource[]> {
  const listed = await scratch.listTree(tree)
  const isOurs = (path: string, { mode }: Blob) =>
    mode.startsWith('100') && canEmpty(path) && classify(path) === 'production'
  const files = [...listed].filter(([path, blob]) => isOurs(path, blob)).slice(0, MAX_READ)
  const tests = from.flatMap((path) => listed.get(path)?.id ?? [])
  const texts = await readTexts(scratch, [...tests, ...files.map(([, { id }]) => id)])
  const sources = files.flatMap(([path, { id, mode }]): FileSource[] => {
    const after = texts.get(id) ?? null
    return after === null || after.length > MAX_SOURCE_TEXT ? [] : [{ path, mode, before: null, after }]
  })
  return follow(
    tests.map((id) => texts.get(id) ?? ''),
    sources,
  )
}

/** Reads what changes leave there, apart from what is too large. */
export async function readSources(scratch: Scratch, changes: readonly FileChange[]): Promise<readonly FileSource[]> {
  const getText = await readSides(scratch, changes)
  return changes.flatMap(({ path, before, after: blob }) => {
    const after = getText(blob)
    if (blob === null || after === null || after.length > MAX_SOURCE_TEXT) return []
    return [{ path, mode: blob.mode, before: getText(before), after }]
  })
}

/** Prefers too many files over too few. */
function follow(texts: readonly string[], sources: readonly FileSource[]): readonly FileSource[] {
  const reached = new Set<FileSource>()
  for (let next = texts; next.length > 0 && reached.size < MAX_REACHED; ) {
    const words = new Set(next.flatMap((text) => text.match(/[\p{L}\p{N}_$-]+/gu) ?? []))
    const found = sources.filter((source) => !reached.has(source) && getNames(source).some((name) => words.has(name)))
    for (const source of found.slice(0, MAX_REACHED - reached.size)) reached.add(source)
    next = found.map(({ after }) => after)
  }
  return [...reached]
}

/** Tests of Go are in the folder of their package, and do not name its files. */
function getNames({ path, after }: FileSource): readonly string[] {
  const stem = posix.basename(path).split('.')[0] ?? ''
  const folder = posix.basename(posix.dirname(path))
  const own = /^package (\w+)/m.exec(after)?.[1]
  if (path.endsWith('.go')) return own === undefined ? [folder] : [folder, own]
  if (path.endsWith('.ex'))
    return [stem, ...[...after.matchAll(/^\s*defmodule (?:\w+\.)*(\w+)/gm)].map(([, name = '']) => name)]
  return OF_FOLDER.has(stem) ? [folder, stem] : [stem]
}
