/** The branches of functions that a change added or edited, and a text in which some of them fail as soon as they run. */
import type { Changed } from '../core/text/nearby.ts'
import { apply } from '../syntax/index.ts'
import { BRANCH_HELPERS } from './fail-branch.ts'
import { type Fork, forksIn, withoutSpaces } from './forks.ts'
import { getLanguage, readNewBodies } from './index.ts'

/** A hostile file may have thousands. */
const MAX_BRANCHES = 200

/** Lines of the new file, from 1. */
export interface CodeBranch {
  readonly path: string
  readonly first: number
  readonly last: number
  readonly fail: Fork['fail']
}

/**
 * @param known what the files said before the change: a branch that stood there is none
 * @param withBodies whether a function that is new or edited counts as a branch itself
 * @param withThrows whether a branch that only throws counts
 */
export async function getNewBranches(
  source: Changed,
  known: string,
  withBodies: boolean,
  withThrows = false,
): Promise<readonly CodeBranch[]> {
  const covered = withoutSpaces(known)
  const found = await readNewBodies(source, (fresh, { grammar }, { bodies }) => {
    const own = new Set(bodies.map(({ node }) => node.id))
    const forks = fresh.flatMap(({ node }) => forksIn({ grammar, own, withBodies, withThrows }, node))
    return forks
      .filter(({ text }) => !covered.includes(text))
      .map(({ text: _, ...fork }) => ({ ...fork, path: source.path }))
  })
  return (found ?? []).slice(0, MAX_BRANCHES)
}

/** @param marked branches of this text, with what each says when it runs; null where it would not parse */
export async function failBranches(
  path: string,
  text: string,
  marked: readonly (readonly [branch: Pick<CodeBranch, 'fail'>, mark: number])[],
): Promise<string | null> {
  const language = getLanguage(path)
  if (language === null) return null
  const edits = marked.flatMap(([branch, mark]) => branch.fail(mark))
  const made = apply(text, edits) + (BRANCH_HELPERS[language.grammar] ?? '')
  return language.finish ? language.finish(made, text) : made
}
