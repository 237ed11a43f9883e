import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import type { Scratch } from '../../git/scratch.ts'

/** Writes texts as git objects with one process; returns their ids in the same order. */
export async function writeBlobs(scratch: Scratch, texts: readonly string[]): Promise<Sha[]> {
  if (texts.length === 0) return []
  const folder = mkdtempSync(join(scratch.dir, 'texts-'))
  const names = texts.map((_, n) => join(folder, String(n)))
  try {
    for (const [n, name] of names.entries()) writeFileSync(name, texts[n] ?? '')
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths']
    return (await scratch.git(args, { input: `${names.join('\n')}\n` })).toString().trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
