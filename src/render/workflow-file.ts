/** Renders the workflows that `init` writes into a user's repository. */

/** The repository of tdd-gate and the version that workflows use. Both are defined only here. */
const REPOSITORY = 'tdd-gate/tdd-gate'
const VERSION = 'v1'

/** The Action as a step of a user's workflow. */
export const ACTION = `${REPOSITORY}@${VERSION}`
export const REUSABLE_WORKFLOW = `${REPOSITORY}/.github/workflows/tdd-gate.yml@${VERSION}`

/** The path of the workflow in the repository. */
export const WORKFLOW_PATH = '.github/workflows/tdd-gate.yml'

/** The same commits as in tdd-gate's own workflow; a test compares them. */
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1'
const UPLOAD = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1'

// `edited`: a pull request with a changed base branch must be judged against the new one. Edits of its text measure
// nothing again. No job may be skipped for them, because a skipped job satisfies a rule that requires it.
const EVENTS =
  '{ pull_request: { types: [opened, synchronize, reopened, edited] }, merge_group: { types: [checks_requested] }, workflow_dispatch: }'

const PINNING = `# ${VERSION} moves with each release. To decide yourself when it moves, name a release by its full SHA: @<SHA> # v1.2.3`

/** Renders a workflow that calls the reusable workflow: one job runs the tests, another one judges and attests. */
export const toCallerWorkflow =
  (): string => `# Every commit of a pull request is measured here, and judged by .github/tdd-gate.yml of the base branch.
${PINNING}
# A configuration with test.shards says here how many: with: { shards: 3 }
on: ${EVENTS}
permissions: {}
jobs:
  tdd-gate:
    permissions: { contents: read, actions: read, id-token: write }
    uses: ${REUSABLE_WORKFLOW}
`

/**
 * Renders a workflow with a single job that measures, judges and publishes. Its evidence is trusted less, because a
 * branch can change this file.
 */
export const toAloneWorkflow =
  (): string => `# Every commit of a pull request is measured here, and judged by .github/tdd-gate.yml of the base branch.
${PINNING}
name: tdd-gate
on: ${EVENTS}
permissions: {}
# Every push gets its run: none is cancelled, neither in progress nor waiting.
concurrency: { group: 'tdd-gate-\${{ github.ref }}', cancel-in-progress: false, queue: max }
jobs:
  gate:
    runs-on: ubuntu-24.04
    timeout-minutes: 350
    permissions: { contents: read, actions: read, checks: write, pull-requests: write }
    steps:
      - uses: ${CHECKOUT}
        with:
          ref: \${{ github.event.pull_request.head.sha || github.sha }}
          fetch-depth: 0
          persist-credentials: false
      # Languages and services that the tests need are set up here.
      - uses: ${ACTION}
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

/** Returns the check to require: a job of the reusable workflow, or the published check run. */
export const requiredCheck = (isAlone: boolean): string => (isAlone ? 'gate' : 'tdd-gate / judge')
