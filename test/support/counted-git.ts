/** Counts the git processes of a test: a git on PATH that leaves a line and hands on to the real one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { getFolder } from './folder.ts'

/** @returns how many were started since it was last asked */
export function countGit(): () => number {
  const folder = getFolder({ started: '' })
  const started = join(folder, 'started')
  const path = process.env['PATH'] ?? ''
  const counting = `#!/bin/sh\necho git >> '${started}'\nPATH='${path}' exec git "$@"\n`
  writeFileSync(join(folder, 'git'), counting, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}${delimiter}${path}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return () => {
    const count = readFileSync(started, 'utf8').split('\n').length - 1
    writeFileSync(started, '')
    return count
  }
}
