/** Folders in which commands of pages are typed: copies of small projects, and a clone. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { getFolder, getSharedFolder } from '../folder.ts'
import { cloneFreshForAll } from '../fresh-clone.ts'
import { openShell } from './follow.ts'
import type { Run } from './held.ts'
import { MAKE_BRANCH, MAKE_SHOP, START_TASK } from './projects.ts'

type Shell = ReturnType<typeof openShell>

/** For the tests of one file. @returns a shell, and what makes a folder that a test may change; the clone is shared */
export function openPlaces(): { readonly shell: Shell; readonly open: (name: Run['in']) => string } {
  const shell = openShell()
  const clone = cloneFreshForAll()
  const folders = { shop: getSharedFolder({}), branch: getSharedFolder({}), task: getSharedFolder({}) }
  beforeAll(async () => {
    const make = async (folder: string, script: string) => {
      const { code, output } = await shell.run(`set -e\n${script}`, folder)
      expect(code, output).toBe(0)
    }
    await make(folders.shop, MAKE_SHOP)
    for (const name of ['branch', 'task'] as const) cpSync(folders.shop, folders[name], { recursive: true })
    await make(join(folders.branch, 'shop'), MAKE_BRANCH)
    await make(join(folders.task, 'shop'), START_TASK)
  })
  const open = (name: Run['in']) => {
    if (name === 'clone') return clone
    const folder = getFolder({})
    cpSync(folders[name], folder, { recursive: true })
    return join(folder, 'shop')
  }
  return { shell, open }
}
