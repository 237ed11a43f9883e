/** How a commit of a pull request stands, as a mark beside its phase. */
import type { Repository } from '../world.ts'
import { type Html, html, NOTHING } from './html.ts'
import { isRefused, latestRuns } from './merge-box.ts'

export type CommitMark = 'refused' | 'attempt' | ''

/** `attempt`: the gate's block for programs, in a check of this commit, calls it one. */
export function getMark(repository: Repository, baseBranch: string, sha: string): CommitMark {
  if (isRefused(repository, baseBranch, sha)) return 'refused'
  const texts = latestRuns(repository, sha).map(({ output }) => output.text ?? '')
  return texts.some((text) => verdictIn(text, sha) === 'attempt') ? 'attempt' : ''
}

export function markSign(mark: CommitMark): Html {
  if (mark === '') return NOTHING
  return html`<span class="mark">${mark === 'refused' ? '✗' : '~'}<span class="hidden"> ${mark}</span></span>`
}

const BLOCK = /^```json\n(.*?)\n```$/gms

function verdictIn(text: string, sha: string): unknown {
  const verdicts = [...text.matchAll(BLOCK)].flatMap(([, json = '']) => {
    const { commits = [] } = parse(json)
    return commits.filter((commit) => commit.sha === sha).map(({ verdict }) => verdict)
  })
  return verdicts[0]
}

interface State {
  readonly commits?: readonly { readonly sha?: unknown; readonly verdict?: unknown }[]
}

/** Every App can write a check here: text that is no JSON has no mark. */
function parse(json: string): State {
  try {
    return JSON.parse(json) ?? {}
  } catch (cause) {
    if (cause instanceof SyntaxError) return {}
    throw cause
  }
}
