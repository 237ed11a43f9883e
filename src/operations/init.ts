/** Sets a repository up: a configuration that pins what was detected, and a block in AGENTS.md. */
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/errors.ts'
import { withAgentsBlock } from '../render/agents-block.ts'
import { type Detected, toConfigFile } from '../render/config-file.ts'

export type { Detected } from '../render/config-file.ts'

export const CONFIG_PATH = '.github/tdd-gate.yml'
const AGENTS_PATH = 'AGENTS.md'

export interface InitOptions {
  /** Top of the repository. */
  readonly dir: string
  /** Renew the block in AGENTS.md only. */
  readonly isAgentsOnly: boolean
}

export interface InitOutcome {
  readonly written: readonly string[]
  /** What to do next, as sentences and commands. */
  readonly next: readonly string[]
}

/** @throws GateError `file-exists` before anything is written, when something would be overwritten or a link followed. */
export function init({ dir, isAgentsOnly }: InitOptions, detect: (dir: string) => Detected | null): InitOutcome {
  for (const path of ['.github', CONFIG_PATH, AGENTS_PATH]) refuseLink(dir, path)
  if (!isAgentsOnly && exists(dir, CONFIG_PATH)) {
    throw new GateError('file-exists', `${CONFIG_PATH} exists; it is not overwritten.`, 'tdd-gate init --agents')
  }
  const before = exists(dir, AGENTS_PATH) ? readFileSync(join(dir, AGENTS_PATH), 'utf8') : ''
  const agents = withAgentsBlock(before)
  if (agents === null) {
    throw new GateError(
      'file-exists',
      `${AGENTS_PATH} has a tdd-gate block without an end.`,
      `Take the line \`<!-- tdd-gate -->\` out of ${AGENTS_PATH}.`,
    )
  }
  const detected = isAgentsOnly ? null : detect(dir)
  const written: string[] = []
  if (!isAgentsOnly) {
    mkdirSync(join(dir, '.github'), { recursive: true })
    writeFileSync(join(dir, CONFIG_PATH), toConfigFile(detected), { flag: 'wx' })
    written.push(CONFIG_PATH)
  }
  if (agents !== before) {
    writeFileSync(join(dir, AGENTS_PATH), agents)
    written.push(AGENTS_PATH)
  }
  return { written, next: toNext(written, isAgentsOnly || detected !== null) }
}

function toNext(written: readonly string[], isRunnerKnown: boolean): readonly string[] {
  if (written.length === 0) return []
  return [
    ...(isRunnerKnown ? [] : [`No test runner was detected: say in ${CONFIG_PATH} how tests run.`]),
    'tdd-gate doctor',
    `git add ${written.join(' ')} && git commit -m "chore: judge commits with tdd-gate"`,
    'Merge it: the gate reads its configuration from the base branch only.',
  ]
}

function refuseLink(dir: string, path: string): void {
  if (lstatSync(join(dir, path), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new GateError(
      'file-exists',
      `${path} is a link; nothing is written through it.`,
      `Replace ${path} by a file of its own.`,
    )
  }
}

function exists(dir: string, path: string): boolean {
  return lstatSync(join(dir, path), { throwIfNoEntry: false }) !== undefined
}
