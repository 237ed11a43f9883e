/** Finds the programs that a shell command starts, as a shell would. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { SuiteConfig } from '../../core/model/config.ts'
import { readIfThere } from '../../disk.ts'
import { makeFolder } from '../../folders.mjs'
import { getRunner } from '../../test-runner/runners/index.ts'

/** Programs that only start another program. */
const LAUNCHERS = new Set(['npx', 'env', 'exec', 'time', 'command', 'bunx', 'pnpx'])
const SHELL_WORD =
  /^(?:[.:[!]|cd|test|true|false|export|set|if|then|else|elif|fi|for|while|until|do|done|case|esac|source|exit|echo|eval|trap|wait)$/
const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g
const BETWEEN = /&&|\|\||[;|\n]|[({]\s|\((?=\w)/

/** Returns the commands of a suite whose programs must be there before its set-up. */
export function commandsOf({ setup, build, command }: SuiteConfig): readonly string[] {
  const isInstalled = setup !== null && command.includes('node_modules/.bin/')
  return [setup, build, isInstalled ? null : command].filter((one) => one !== null)
}

/** Returns the programs that a command starts, and the one that our script of a runner starts. */
export function getPrograms(command: string): readonly string[] {
  const steps = command.replace(QUOTED, '""').split(BETWEEN)
  const behind = getRunner(command)?.program ?? []
  return [...new Set([...steps.flatMap((step) => getProgram(step) ?? []), behind].flat())]
}

/** Reduces `CI=1 npx vitest run` to `vitest`; returns null when only a shell could decide. */
function getProgram(command: string): string | null {
  const parts = command.trim().split(/\s+/)
  const word =
    parts.find((one) => !/^[A-Za-z_]\w*=/.test(one) && !one.startsWith('-') && !LAUNCHERS.has(one)) ?? parts[0]
  if (word === undefined || !/^[\w./@+-]+$/.test(word) || SHELL_WORD.test(word)) return null
  return word
}

/** Returns whether a program can start in a folder: by path, from node_modules/.bin or from the PATH. */
export function findProgram(program: string, dir: string, path: string): boolean {
  if (program.includes('/')) return isExecutable(isAbsolute(program) ? program : resolve(dir, program))
  const folders = [join(dir, 'node_modules/.bin'), ...path.split(delimiter).filter((folder) => folder !== '')]
  return folders.some((folder) => isExecutable(join(folder, program)))
}

export const OWN_PROGRAM = 'tdd-gate'

/** Returns whether a folder has a hook of git that calls this program. */
export function hasOwnHook(folder: string): boolean {
  return ['commit-msg', 'pre-push'].some((name) => {
    return readIfThere(join(folder, name))?.includes(`${OWN_PROGRAM} hook`) === true
  })
}

/** Returns why a folder is not writable, or null. Leaves no file behind. */
export function canWrite(dir: string): string | null {
  try {
    makeFolder(resolve(dir))
    rmSync(mkdtempSync(join(dir, 'doctor-')), { recursive: true })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
