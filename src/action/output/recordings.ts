/**
 * Finds recordings of `measure` steps: in run folders, or in the folders that downloads of several artifacts create.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_SHARDS } from '../inputs.ts'
import { actionTexts } from '../texts.ts'

interface FoundRecordings {
  readonly folders: readonly string[]
  /** Notes about folders without a recording, which explain unmeasured commits. */
  readonly notes: readonly string[]
}

const NAME = 'recording'

/**
 * Finds recordings.
 * @param folders as the input `recordings` names them
 */
export function findRecordings(folders: readonly string[]): FoundRecordings {
  const found = folders.map((folder) => ({ folder, recordings: recordingsIn(folder) }))
  const empty = found.filter(({ recordings }) => recordings.length === 0)
  return {
    folders: found.flatMap(({ recordings }) => recordings).slice(0, MAX_SHARDS),
    notes: empty.map(({ folder }) => actionTexts.noRecording(folder)),
  }
}

function recordingsIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return []
  if (isFolder(join(folder, NAME))) return [join(folder, NAME)]
  const children = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
  return children.filter((child) => isFolder(child) && isFolder(join(child, NAME))).map((child) => join(child, NAME))
}

/** Refuses links: an artifact must not name places of this machine. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
