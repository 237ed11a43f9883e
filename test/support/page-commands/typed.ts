/** Single commands of pages, typed alone. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { RUN, type Run } from './held.ts'
import type { openPlaces } from './places.ts'

const README = readFileSync('README.md', 'utf8')
const all = Object.entries(RUN)

/** `readme`: what the README says too. `others`: what other pages alone say. */
export const LINES = {
  readme: all.filter(([line]) => README.includes(line)),
  others: all.filter(([line]) => !README.includes(line)),
}

/** Types a line in a folder of its own, and checks what it leaves. */
export async function checkLine(line: string, run: Run, { shell, open }: ReturnType<typeof openPlaces>): Promise<void> {
  const { fill = {}, before = ':', exit = 0, says, leaves, removes } = run
  const folder = open(run.in)
  const filled = Object.entries(fill).reduce((text, [hole, value]) => text.replace(hole, value), line)
  const { code, output } = await shell.run(`{ ${before}\n} > /dev/null 2>&1\n${filled}`, folder)
  expect(code, output).toBe(exit)
  expect([says, leaves, removes].some((expected) => expected !== undefined)).toBe(true)
  if (says !== undefined) expect(output).toMatch(says)
  if (leaves !== undefined) expect(existsSync(join(folder, leaves))).toBe(true)
  if (removes !== undefined) expect(existsSync(join(folder, removes))).toBe(false)
}
