/** Finds coding agents that commit with a person's account: they name themselves as co-authors. Tables count them. */
import type { Commit } from '../model/commit.ts'

const CO_AUTHOR = /^[^<]{0,200}<([^<>\s]{1,200})>$/
const BOT = /^(?:\d+\+)?([\w-]+\[bot\])@users\.noreply\.github\.com$/
const ADDRESSES: readonly (readonly [agent: string, address: RegExp])[] = [
  ['Claude', /^noreply@anthropic\.com$/],
  ['Copilot', /^\d+\+copilot@users\.noreply\.github\.com$/],
  ['Cursor', /^cursoragent@cursor\.com$/],
  ['Codex', /^(?:noreply|codex)@openai\.com$/],
  ['aider', /^(?:noreply|aider)@aider\.chat$/],
]

/** Authors choose what their commits say: no decision uses it. */
export function findAgents(commits: readonly Pick<Commit, 'trailers'>[]): readonly string[] {
  const values = commits.flatMap(({ trailers }) =>
    trailers.flatMap(([key, value]) => (key === 'co-authored-by' ? [value] : [])),
  )
  const agents = values.flatMap((value) => {
    const address = CO_AUTHOR.exec(value.trim())?.[1]?.toLowerCase() ?? ''
    return BOT.exec(address)?.[1] ?? ADDRESSES.find(([, known]) => known.test(address))?.[0] ?? []
  })
  return [...new Set(agents)]
}
