/**
 * `actions/upload-artifact` v7: files become a zip in the store of the local GitHub. Left out: single files that are not
 * zipped (`archive: false`), retention and compression levels, which are taken and change nothing.
 */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { zip } from '../../../support/zip.ts'
import { toDigest, toHtml } from '../records.ts'
import type { StandIn, StandInStep } from './index.ts'

const FORBIDDEN = /["\\/:<>|*?\r\n]/
const MAGIC = /[*?[{]/

export const uploadArtifact: StandIn = {
  inputs: {
    name: 'artifact',
    path: '',
    'if-no-files-found': 'warn',
    'retention-days': '',
    'compression-level': '6',
    overwrite: 'false',
    'include-hidden-files': 'false',
    archive: 'true',
  },
  run: upload,
}

async function upload({ state, inputs }: StandInStep): Promise<Readonly<Record<string, string>>> {
  const { name = '', path = '' } = inputs
  if (FORBIDDEN.test(name)) throw new Error(`The artifact name is not valid: ${name}.`)
  if (inputs['archive'] !== 'true') throw new Error('archive: false is not known here.')
  const { root, files } = findFiles(state.folders.workspace, path, inputs['include-hidden-files'] === 'true')
  if (files.length === 0) return nothing(state, inputs['if-no-files-found'] ?? '', path)
  const { flight, hub } = state
  makeRoom(state, name, inputs['overwrite'] === 'true')
  const bytes = await zip(Object.fromEntries(files.map((file) => [relative(root, file), readFileSync(file)])))
  const artifact = hub.store.put(flight.trigger.repository, flight.run, name, bytes)
  return {
    'artifact-id': String(artifact.id),
    'artifact-url': `${toHtml(hub.world, flight)}/artifacts/${artifact.id}`,
    'artifact-digest': toDigest(bytes).replace('sha256:', ''),
  }
}

/** Names are unique within an attempt. */
function makeRoom({ flight }: StandInStep['state'], name: string, mayReplace: boolean): void {
  const { artifacts } = flight.trigger.repository
  const at = artifacts.findLastIndex(
    (other) => other.run.id === flight.run.id && other.name === name && !flight.earlierArtifacts.has(other.id),
  )
  if (at === -1) return
  if (!mayReplace)
    throw new Error(
      'Failed to CreateArtifact: Received non-retryable error: Failed request: (409) Conflict: an artifact with this name already exists on the workflow run',
    )
  artifacts.splice(at, 1)
}

function nothing(state: StandInStep['state'], behaviour: string, path: string): Readonly<Record<string, string>> {
  const message = `No files were found with the provided path: ${path}. No artifacts will be uploaded.`
  if (behaviour === 'error') throw new Error(message)
  if (behaviour === 'warn') state.complain('warning', message)
  return {}
}

/** Lines of patterns, those with `!` taken away; the archive begins where all of them part. */
function findFiles(workspace: string, paths: string, withHidden: boolean) {
  const lines = paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const wanted = lines.filter((line) => !line.startsWith('!')).map((line) => resolve(workspace, line))
  const unwanted = lines.filter((line) => line.startsWith('!')).map((line) => resolve(workspace, line.slice(1)))
  const excluded = new Set(unwanted.flatMap((pattern) => expand(pattern, true)))
  const files = [...new Set(wanted.flatMap((pattern) => expand(pattern, withHidden)))].filter(
    (file) => !excluded.has(file),
  )
  const bases = wanted.map(getBase)
  const [first = workspace] = bases
  const isFile = bases.length === 1 && statSync(first, { throwIfNoEntry: false })?.isFile() === true
  return { root: isFile ? dirname(first) : bases.reduce(common, first), files: files.toSorted() }
}

/** The files of a pattern; a folder means everything below it. */
function expand(pattern: string, withHidden: boolean): readonly string[] {
  const base = getBase(pattern)
  const found = MAGIC.test(pattern) ? globSync(pattern) : [pattern]
  const all = found.flatMap((path) => {
    const entry = statSync(path, { throwIfNoEntry: false })
    if (entry?.isDirectory() !== true) return entry === undefined ? [] : [path]
    const below = readdirSync(path, { recursive: true, withFileTypes: true })
    return below.filter((each) => !each.isDirectory()).map((each) => join(each.parentPath, each.name))
  })
  return withHidden
    ? all
    : all.filter(
        (path) =>
          !relative(base, path)
            .split(sep)
            .some((part) => part.startsWith('.')),
      )
}

/** The part of a pattern before its first sign. */
function getBase(pattern: string): string {
  const parts = pattern.split(sep)
  const at = parts.findIndex((part) => MAGIC.test(part))
  return at < 0 ? pattern : parts.slice(0, at).join(sep)
}

function common(one: string, other: string): string {
  const [a, b] = [one.split(sep), other.split(sep)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? one : a.slice(0, at).join(sep)
}
