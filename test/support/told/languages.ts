/** The languages in which honest work is told, each with its runner. */
import { spawnSync } from 'node:child_process'
import { go } from './go.ts'
import { nodeTest, vitest } from './javascript.ts'
import type { Language } from './model.ts'
import { phpunit } from './php.ts'
import { pytest } from './python.ts'
import { rspec } from './ruby.ts'

export const LANGUAGES: readonly Language[] = [nodeTest, vitest, pytest, go, rspec, phpunit]

export function isInstalled({ needs: [program, ...args] }: Language): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
