/** Gathers the facts around a work unit: rules of the project, test files, and what is not committed. */

import type { Phase } from '../core/evaluate/phase.ts'
import type { PromptConfig } from '../core/model/config.ts'
import type { Decision } from '../core/model/finding.ts'
import { MAX_NEARBY, MAX_UNCOMMITTED, type WorkContext } from '../core/model/work-context.ts'
import { toPlainCommand } from '../core/text/plain-command.ts'
import { findTestConvention } from '../core/text/test-convention.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { getStartBase, nameOfRef } from '../git/range.ts'
import { readBlob } from '../git/trees.ts'
import { toPlannedCommits } from '../render/planned-commits.ts'
import { getRunner } from '../test-runner/runners/index.ts'
import { toSubjects } from './start.ts'
import type { Session } from './verify/session.ts'

/** Bytes of a text for prompts. */
const MAX_PROMPT_FILE = 65_536

interface FoundContext {
  readonly context: WorkContext
  readonly notes: readonly string[]
}

export async function getWorkContext(session: Session, { next }: Decision): Promise<FoundContext> {
  const { repository, range, scratch, classify, config, uncommitted, suites, criteria } = session
  const [branch, base, tree, prompts] = await Promise.all([
    getCurrentBranch(repository),
    getStartBase(repository),
    scratch.listTree(range.headTree),
    readPrompts(session, getPromptPaths(config.prompts, next?.phase ?? 'neutral')),
  ])
  const planned = criteria.plan?.subtasks.find(({ id }) => id === next?.subtask)
  const tests = [...tree.keys()].filter((path) => classify(path) === 'test')
  const about = `${planned?.title ?? ''} ${planned?.description ?? ''}`
  const { pattern, nearby } = findTestConvention(tests, about, MAX_NEARBY)
  return {
    context: {
      branch,
      defaultBranch: nameOfRef(base),
      ...getRemote(base),
      uncommitted: uncommitted.slice(0, MAX_UNCOMMITTED),
      testCommands: suites.flatMap(({ name, directory, command: own }) => {
        const command = toPlainCommand(own)
        const framework = getRunner(own)?.name
        const known = framework === undefined ? {} : { framework }
        return command === null ? [] : [{ suite: name, directory, command, ...known }]
      }),
      testConvention: pattern,
      nearbyTests: nearby,
      ...getPlannedFiles(session, next, [...tree.keys()]),
      prompts: prompts.flatMap((found) => ('text' in found ? [found.text] : [])),
      template: config.commit.template,
    },
    notes: prompts.flatMap((found) => ('note' in found ? [found.note] : [])),
  }
}

const PLANNED = ['red', 'green', 'refactor'] as const

function getPlannedFiles(
  { criteria: { plan }, classify, config }: Session,
  next: Decision['next'],
  paths: readonly string[],
): Pick<WorkContext, 'plannedFiles'> {
  const phase = PLANNED.find((one) => one === next?.phase)
  if (plan === null || next === null || next.subtask === null || phase === undefined) return {}
  const layout = { paths, classify, ...toSubjects(config) }
  const [planned] = toPlannedCommits(plan, next.subtask, [phase], layout)
  return planned === undefined || planned.files.length === 0 ? {} : { plannedFiles: planned.files }
}

/** `refs/remotes/origin/main` is of the remote `origin`. */
function getRemote(base: string): Pick<WorkContext, 'remote'> {
  const [, remote] = /^refs\/remotes\/([^/]+)\//.exec(base) ?? []
  return remote === undefined ? {} : { remote }
}

/** Returns the files of the base that begin the prompt of this phase, in load order. */
export function getPromptPaths({ rules, red, green, refactor }: PromptConfig, phase: Phase): readonly string[] {
  const ofPhase = { red, green, refactor }[phase as 'red' | 'green' | 'refactor'] ?? null
  return ofPhase === null ? rules : [...rules, ofPhase]
}

/** Rules come from the base branch: a branch must not instruct its own agent. A missing file becomes a note. */
function readPrompts({ scratch, range }: Session, paths: readonly string[]) {
  return Promise.all(
    paths.map(async (path): Promise<{ readonly text: string } | { readonly note: string }> => {
      const content = await readBlob(scratch, range.baseTree, path, MAX_PROMPT_FILE)
      return content === null
        ? { note: `${path} of \`prompts\` is not on the base branch.` }
        : { text: content.toString() }
    }),
  )
}
