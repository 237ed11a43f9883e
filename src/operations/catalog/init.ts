/** Offers `init`: writes a configuration, a workflow and a block in AGENTS.md. */
import { relative, resolve } from 'node:path'
import * as z from 'zod'
import { nothingToInit } from '../../core/errors/git.ts'
import { badUsage } from '../../core/errors/usage.ts'
import { shellWords } from '../../core/rules/text.ts'
import { findOwnUse, type OwnUse } from '../../own-use.ts'
import { HOOK_KINDS, HOOKS_LOST, type HookKind, INSTALL } from '../../render/hook-files.ts'
import { plain } from '../../render/text/text.ts'
import { NO_TOOLCHAINS, type Toolchains } from '../../render/toolchain-steps.ts'
import { findProgram, OWN_PROGRAM } from '../doctor/programs.ts'
import { detectOrAsk, detectToolchainsInWorkingTree, getTop, isInRepository } from '../doctor/working-tree.ts'
import { writeHookFiles } from '../hook-files.ts'
import { type Detected, type InitOptions, init } from '../init.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import { repo, SCHEMA_VERSION, text } from './inputs.ts'

type Detect = (dir: string) => Detected | Promise<Detected>
type DetectToolchains = (dir: string) => Promise<Toolchains>

interface InitTools {
  /** Finds the runners of a repository. */
  readonly detect: Detect
  /** Finds what CI sets up. */
  readonly detectToolchains: DetectToolchains
  /** Finds what a workflow must name to use this very program. */
  readonly findUse: () => OwnUse | null
}

const option = (about: string) => z.boolean().default(false).describe(about)
const input = z.strictObject({
  repo: repo.describe('any folder of the repository'),
  agents: option('renew the block in AGENTS.md only'),
  workflow: option('write the workflow only'),
  soft: option('judge whole pull requests, and require no check'),
  alone: option('a workflow that publishes check and comment without the App'),
  twoJobs: option('a workflow whose measuring job you set up'),
  pullRequest: option('print commands that open a pull request'),
  hooks: text
    .exactOptional()
    .describe('only write hooks for these, with commas between: git, claude, copilot, cursor, codex'),
  uses: text.exactOptional().describe('what the workflow uses (default: this clone or release)'),
})
type InitInput = z.output<typeof input>

export function createInit({ detect, detectToolchains, findUse }: InitTools): Definition {
  return define({
    input,
    output: z.looseObject({
      schemaVersion: SCHEMA_VERSION,
      top: z.string(),
      written: z.array(z.string()),
      next: z.array(z.string()),
    }),
    flags: { repo: '--repo <dir>', hooks: '--hooks <names>', uses: '--uses <owner/repo@ref>' },
    run: async (input) => {
      const only = getOnly(input)
      const from = resolve(input.repo)
      if (!(await isInRepository(from))) throw nothingToInit(input.repo, shellWords([input.repo], '<folder>'))
      const top = await getTop(from)
      if (input.hooks !== undefined) return answerHooks(top, input.hooks)
      const detected = only === null ? await detect(top) : null
      const toolchains = only === 'agents' ? NO_TOOLCHAINS : await detectToolchains(top)
      const uses = input.uses === undefined ? findUse() : { uses: input.uses, isPushed: true }
      const options = {
        dir: top,
        only,
        kind: getKind(input),
        toolchains,
        uses,
        ...(input.soft ? { isSoft: true } : {}),
        isPullRequest: input.pullRequest,
      }
      const { written, next: steps } = init(options, () => detected)
      const next = top === from || steps.length === 0 ? steps : [goTo(top), ...steps]
      const json = { schemaVersion: 1, top, written, next }
      return { json, toText: () => toText(json, top === from), exit: EXIT.SUCCESS }
    },
  })
}

/** Hooks of git stay in the clone; the other files are committed. */
async function answerHooks(top: string, names: string) {
  const kinds = names.split(',').map((name) => name.trim())
  const known = kinds.filter((kind): kind is HookKind => HOOK_KINDS.some((one) => one === kind))
  if (known.length < kinds.length) throw badUsage(`--hooks takes ${HOOK_KINDS.join(', ')}.`, 'init --hooks git,claude')
  const written = await writeHookFiles(top, known)
  const committed = written.filter((path) => !path.startsWith('..') && !path.startsWith('.git/'))
  const isFound = findProgram(OWN_PROGRAM, top, process.env['PATH'] ?? '')
  const next = [
    ...(committed.length === 0 ? [] : [`git add ${committed.join(' ')}`]),
    ...(isFound ? [] : [`${HOOKS_LOST}. Install it: ${INSTALL}`]),
  ]
  const json = { schemaVersion: 1, top, written, next }
  return { json, toText: () => toText(json, true), exit: EXIT.SUCCESS }
}

interface Written {
  readonly top: string
  readonly written: readonly string[]
  readonly next: readonly string[]
}

function toText({ top, written, next }: Written, isTop: boolean): string {
  const lines = written.length === 0 ? ['Nothing to do.'] : written.map((path) => `wrote ${path}`)
  const where = isTop ? [] : [`at the top of the repository, ${plain(top)}:`]
  const todo = next.length === 0 ? [] : ['', 'NEXT', ...next.map((step) => `  ${plain(step)}`)]
  return `${[...where, ...lines, ...todo].join('\n')}\n`
}

function goTo(dir: string): string {
  return `cd ${shellWords([relative(process.cwd(), dir)], '<the top of the repository>')}`
}

function getKind({ alone, twoJobs }: InitInput): InitOptions['kind'] {
  if (alone && twoJobs) {
    throw badUsage('--alone and --two-jobs are two workflows.', 'init --two-jobs')
  }
  if (alone) return 'alone'
  return twoJobs ? 'two-jobs' : 'calling'
}

function getOnly({ agents, workflow }: InitInput): InitOptions['only'] {
  if (agents && workflow) {
    throw badUsage('--agents and --workflow each write one thing only.', 'init --agents')
  }
  if (agents) return 'agents'
  return workflow ? 'workflow' : null
}

export const initOperation = createInit({
  detect: detectOrAsk,
  detectToolchains: detectToolchainsInWorkingTree,
  findUse: findOwnUse,
})
