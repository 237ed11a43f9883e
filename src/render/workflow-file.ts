/** Renders the workflows that `init` writes into a user's repository. */

import manifest from '../../package.json' with { type: 'json' }
import { NO_TOOLCHAINS, type Toolchains, toCallInputs, toSetupSteps } from './toolchain-steps.ts'

/** The repository of tdd-gate and the tag that moves with each release, both as package.json says: `v0` before 1.0. */
export const [, REPOSITORY = ''] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(manifest.repository.url) ?? []
export const MOVING_TAG = `v${manifest.version.split('.')[0]}`
export const GATE_VERSION = manifest.version

/** The path of the workflow in the repository, here and with users. */
export const WORKFLOW_PATH = '.github/workflows/tdd-gate.yml'

/** The Action as a release names it: before the first one no such tag exists. */
export const ACTION = `${REPOSITORY}@${MOVING_TAG}`
export const REUSABLE_WORKFLOW = toReusable(ACTION)

/** A release, a fork or a mirror of it: `owner/repo@ref`. */
export const USES = /^[\w.-]+\/[\w.-]+@[\w./-]+$/
const COMMIT = /@[0-9a-f]{40}$/

function toReusable(uses: string): string {
  return uses.replace('@', `/${WORKFLOW_PATH}@`)
}

/** Returns the workflow as the App's setting TDD_GATE_WORKFLOWS names it. A tag is what people name. */
export function toTrusted(uses: string): string {
  return COMMIT.test(uses) ? toReusable(uses) : toReusable(uses).replace('@', '@refs/tags/')
}

/** The same commits as in tdd-gate's own workflow; a test compares them. */
export const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1'
export const UPLOAD = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1'

// `edited`: a pull request with a changed base branch must be judged against the new one. Edits of its text measure
// nothing again. No job may be skipped for them, because a skipped job satisfies a rule that requires it.
const WORKFLOW_EVENTS =
  '{ pull_request: { types: [opened, synchronize, reopened, edited] }, merge_group: { types: [checks_requested] }, workflow_dispatch: }'

/** Returns what comes before all else, where only the clone has the commit that the workflow uses. */
export function toPushFirst(uses: string): string {
  const [repository, commit] = uses.split('@')
  return `Push the commit ${commit} of tdd-gate to ${repository}: GitHub does not find it yet.`
}

const RELEASE = /@v\d/

/** Advises to pin, unless a commit is named already. */
const toPinning = (uses: string) =>
  COMMIT.test(uses)
    ? '# This commit is fixed. Dependabot moves it when a comment names its release: @<SHA> # v1.2.3'
    : `# ${uses.split('@')[1]} moves with each ${RELEASE.test(uses) ? 'release' : 'push'}. To decide yourself when it moves, name a release by its full SHA: @<SHA> # v1.2.3`

/** The beginning of every workflow: why it is there, and how to pin it. */
const toTitle = (uses: string): string =>
  `# Every commit of a pull request is measured here, and judged by .github/tdd-gate.yml of the base branch.
${toPinning(uses)}`

/** The beginning of a workflow whose jobs stand in the file itself, up to its jobs. */
export const toWorkflowHead = (uses: string): string => `${toTitle(uses)}
name: tdd-gate
on: ${WORKFLOW_EVENTS}
permissions: {}
# Every push gets its run: none is cancelled, neither in progress nor waiting.
concurrency: { group: 'tdd-gate-\${{ github.ref }}', cancel-in-progress: false, queue: max }
jobs:
`

/** Checks out the head of the pull request with its history, and leaves no token behind. */
export const CHECKOUT_STEP = `- uses: ${CHECKOUT}
        with:
          ref: \${{ github.event.pull_request.head.sha || github.sha }}
          fetch-depth: 0
          persist-credentials: false`

/** Renders a workflow that calls the reusable workflow: one job runs the tests, another one judges and attests. */
export const toCallerWorkflow = (uses: string, toolchains: Toolchains = NO_TOOLCHAINS): string => `${toTitle(uses)}
# A configuration with test.shards says here how many: with: { shards: 3 }
name: tdd-gate
on: ${WORKFLOW_EVENTS}
permissions: {}
jobs:
  tdd-gate:
    permissions: { contents: read, actions: read, id-token: write }
    uses: ${toReusable(uses)}
${toCallInputs(toolchains)}`

/**
 * Renders a workflow with a single job that measures, judges and publishes. Its evidence is trusted less, because a
 * branch can change this file.
 */
export const toAloneWorkflow = (
  uses: string,
  toolchains: Toolchains = NO_TOOLCHAINS,
): string => `${toWorkflowHead(uses)}  gate:
    runs-on: ubuntu-24.04
    timeout-minutes: 350
    permissions: { contents: read, actions: read, checks: write, pull-requests: write }
    steps:
      ${CHECKOUT_STEP}
      # Languages and services that the tests need are set up here.
${toSetupSteps(toolchains)}      - uses: ${uses}
        timeout-minutes: 330
        with: { mode: gate, publish: true }
      - if: always()
        uses: ${UPLOAD}
        with:
          name: tdd-gate-evidence-\${{ github.run_attempt }}
          # The recording was for the judge, which has read it.
          path: |
            \${{ runner.temp }}/tdd-gate
            !\${{ runner.temp }}/tdd-gate/recording
          include-hidden-files: true
          if-no-files-found: error
`
