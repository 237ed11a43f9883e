/**
 * Renders the block of AGENTS.md that explains the gate to agents: the order of work, and the command that judges it.
 */

import { INSTALL_COPY } from './hook-files.ts'

const BLOCK_START = '<!-- tdd-gate -->'
const BLOCK_END = '<!-- /tdd-gate -->'

const STRICT = `tdd-gate measures every change, commit by commit. It runs the tests itself and trusts no claims.

1. RED: write a failing test for one piece of behaviour. Touch nothing but tests and docs. Commit it with the trailer \`Phase: red\`.
   It must fail because an assertion does not hold, or because what it calls does not exist yet. Production code alone must make it pass.
2. GREEN: make that test pass by changing production code only, and commit it with the trailer \`Phase: green\`.
   Test files and everything that configures test runs stay exactly as they are.
3. REFACTOR, if it helps: all tests stay green, \`Phase: refactor\`.

With a task, every commit also carries \`Task: <subtask id>\`, for example \`Task: 42.1\`.
Fix a wrong test with a new RED commit that fails again. Never weaken it at GREEN.

- \`tdd-gate start <task>\` opens the branch of a task; \`tdd-gate next\` prints the next step: do what it says, one step at a time.
- \`tdd-gate complete\` judges the working tree before it is committed; \`tdd-gate commit\` also commits it, when it is accepted.
`
/** With \`policy.sequence: pull-request\`. */
const SOFT = `tdd-gate measures every change, and judges each pull request as a whole. It runs the tests itself and trusts no claims.

- New behaviour needs tests that fail on the base branch, and pass with the code. Commit both as you like, in any order.
- Every test of the base branch stays and passes. A wrong one is corrected, never weakened or skipped.
- A pull request that only restructures code says so in each commit of code: \`refactor: ...\`, or the trailer \`Phase: refactor\`.

`
const COMMANDS = `- Before you push, run \`tdd-gate verify\` and follow its NEXT block. \`tdd-gate explain <rule>\` explains a rule. \`--json\` prints every answer for programs.

Exit codes: 0 accepted, 1 a rule is broken, 2 wrong usage or configuration, 3 could not measure, 4 not finished yet.
`

interface AgentsOptions {
  /** Judges each pull request as a whole. */
  readonly isSoft: boolean
  /** The address of the repository that the command comes from; null: unknown. */
  readonly address: string | null
}

const toBlock = ({ isSoft, address }: AgentsOptions) => `${BLOCK_START}
## How changes are made here

${isSoft ? SOFT : STRICT}${COMMANDS}Where \`tdd-gate\` is not found, it is installed with Node 24 or newer, from a clone of its repository.
\`npx tdd-gate\` is not ours.
\`${toClone(address)}${INSTALL_COPY}\`
${BLOCK_END}
`

function toClone(address: string | null): string {
  return address === null ? '' : `git clone ${address} && cd ${address.split('/').at(-1)} && `
}

/** Returns the text with the block replaced, or appended; null when the end of an existing block is missing. */
export function withAgentsBlock(text: string, options: AgentsOptions): string | null {
  const block = toBlock(options)
  const start = text.indexOf(BLOCK_START)
  if (start === -1) return text.trim() === '' ? block : `${text.trimEnd()}\n\n${block}`
  const end = text.indexOf(BLOCK_END, start)
  if (end === -1) return null
  const after = text.slice(end + BLOCK_END.length).replace(/^\n/, '')
  return text.slice(0, start) + block + after
}
