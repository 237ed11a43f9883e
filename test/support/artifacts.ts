/** Artifacts of jobs: the folder of a run on its way to GitHub and back. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ARCHIVE_LIMITS, openArchive } from '../../src/github/read/evidence/archive.ts'
import { isArtifactName } from '../../src/github/read/evidence/run-evidence.ts'
import type { JobEnd } from './action-job.ts'
import type { GitHubServer } from './github/server.ts'
import { zip } from './zip.ts'

/** A folder that is empty or not there makes no artifact. */
export async function upload({ state }: GitHubServer, end: JobEnd, name: string): Promise<void> {
  const files = end.files()
  if (files.length === 0) return
  const mismatches = files.filter((path) => !isArtifactName(path))
  if (mismatches.length > 0) throw new Error(`No later run would read an artifact with ${mismatches.join(', ')}`)
  const bytes = await zip(Object.fromEntries(files.map((path) => [path, readFileSync(join(end.folder, path))])))
  const [id, created_at] = [500 + state.artifacts.length, new Date().toISOString()]
  state.artifacts.push({ id, runId: end.runId, name, bytes, created_at, expired: false })
}

/** Into a folder of its own, as a job gets the only artifact that it asks for; nothing when there is none. */
export async function download({ state }: GitHubServer, wanted: { runId: number; name: string }, into: string) {
  const artifact = state.artifacts.find(({ runId, name }) => runId === wanted.runId && name === wanted.name)
  if (artifact === undefined) return
  const archive = await openArchive(artifact.bytes, isArtifactName)
  for (const path of archive.names) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), archive.read(path, ARCHIVE_LIMITS.entryBytes) ?? '')
  }
}
