/** Temporary folders, gone when the test ends, or the file for what its tests share. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Writes the files and returns the folder's real path; gone when the test ends. */
export function getFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder()
  onTestFinished(() => remove(folder))
  write(folder, files)
  return folder
}

/** The same outside of tests, gone when the last test of the file has ended. */
export function getSharedFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder()
  afterAll(() => remove(folder))
  write(folder, files)
  return folder
}

function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-test-')))
}

function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
