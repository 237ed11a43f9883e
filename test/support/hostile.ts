/** A repository whose configuration, attributes and hooks try to start programs whenever git gets a chance. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getFolder } from './folder.ts'
import type { TestRepository } from './repository.ts'

/** Gives a folder that holds `program` and, as soon as one of them was started, `ran`. Attributes `evil` and `e=v"il` are taken. */
export async function makeHostile(repo: TestRepository): Promise<string> {
  const traces = getFolder({})
  const program = join(traces, 'program')
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> '${traces}/ran'\ncat\n`)
  await chmod(program, 0o755)
  const settings: readonly (readonly [string, string])[] = [
    ['core.fsmonitor', program],
    ['core.pager', program],
    ['core.sshCommand', program],
    ['core.alternateRefsCommand', program],
    ['core.editor', program],
    ['core.askPass', program],
    ['credential.helper', program],
    ['diff.external', program],
    ['diff.evil.command', program],
    ['diff.evil.textconv', program],
    ['filter.evil.clean', program],
    ['filter.evil.smudge', program],
    ['filter.e=v"il.process', program],
    ['merge.evil.driver', program],
    ['gpg.program', program],
    ['log.showSignature', 'true'],
    ['log.showRoot', 'false'],
    ['trailer.task.command', program],
    ['trailer.task.cmd', program],
    ['uploadpack.packObjectsHook', program],
  ]
  for (const [key, value] of settings) await repo.git('config', key, value)
  const hooks = join(repo.dir, '.git/hooks')
  await mkdir(hooks, { recursive: true })
  for (const hook of [
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'pre-auto-gc',
    'fsmonitor-watchman',
  ])
    await writeFile(join(hooks, hook), `#!/bin/sh\necho ${hook} >> '${traces}/ran'\n`, { mode: 0o755 })
  return traces
}
