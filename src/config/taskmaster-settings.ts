/** Reads the settings of Task Master's `.taskmaster/config.json` that have a counterpart here. */

import type { ConfigValue } from '../core/model/config.ts'
import { parseAnyJson } from '../core/util/parse-json.ts'
import { ConfigFile } from './schema.ts'

export interface TaskMasterSettings {
  readonly settings: readonly ConfigValue[]
  /** Keys without a counterpart, and keys whose value is not valid here. */
  readonly left: readonly string[]
}

export const NO_SETTINGS: TaskMasterSettings = { settings: [], left: [] }

const MS_PER_SECOND = 1_000

/** Key there -> place here, and the value as it is written here. */
const COUNTERPARTS: Readonly<
  Record<string, { readonly path: readonly string[]; readonly to?: (value: never) => unknown }>
> = {
  'autopilot.commitTemplate': { path: ['commit', 'template'] },
  'autopilot.maxGreenAttempts': { path: ['policy', 'green', 'maxAttempts'] },
  'autopilot.testTimeout': { path: ['test', 'timeout'], to: (ms: number) => `${Math.ceil(ms / MS_PER_SECOND)}s` },
  'test.coverageThresholds': { path: ['policy', 'coverage'] },
  'git.branchPattern': { path: ['git', 'branchPattern'] },
  'prompts.testGeneratorPath': { path: ['prompts', 'red'] },
  'prompts.loadOrder': { path: ['prompts', 'rules'] },
}
const SECTIONS: readonly string[] = ['autopilot', 'git', 'test', 'prompts', 'storage']
/** It is the folder of `loadOrder`, and has no meaning of its own. */
const FOLDER = 'prompts.rulesPath'
/** Detection, as it is here. */
const AUTO = 'auto'

/** @param text an untrusted file */
export function readTaskMasterSettings(text: string): TaskMasterSettings {
  const found = SECTIONS.flatMap((section) => listValues(toRecord(parseAnyJson(text))[section], section))
  const folder = found.find(([key]) => key === FOLDER)?.[1]
  const settings: ConfigValue[] = []
  const left: string[] = []
  for (const [key, value] of found) {
    const setting = toSetting(key, key === 'prompts.loadOrder' ? inFolder(folder, value) : value)
    if (setting !== null) settings.push(setting)
    else if (key !== FOLDER && value !== AUTO) left.push(key)
  }
  return { settings, left }
}

function toSetting(key: string, value: unknown): ConfigValue | null {
  const counterpart = COUNTERPARTS[key]
  if (counterpart === undefined) return null
  const { path, to } = counterpart
  const own = to === undefined ? value : to(value as never)
  const content = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), own)
  return ConfigFile.safeParse({ version: 1, ...toRecord(content) }).success ? { path, value: own } : null
}

/** Lists the values below a section with their keys; a value with a counterpart is listed as a whole. */
function listValues(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const isSection = typeof value === 'object' && value !== null && !Array.isArray(value) && !(key in COUNTERPARTS)
  if (!isSection) return value === undefined ? [] : [[key, value]]
  return Object.entries(value).flatMap(([name, inner]) => listValues(inner, `${key}.${name}`))
}

function inFolder(folder: unknown, names: unknown): unknown {
  if (typeof folder !== 'string' || !Array.isArray(names)) return names
  return names.map((name) => `${folder.replace(/\/$/, '')}/${name}`)
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
