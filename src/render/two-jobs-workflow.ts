/** Renders the workflow with a measuring job of the user's own, and a job that judges. */
import { NO_TOOLCHAINS, type Toolchains, toSetupSteps } from './toolchain-steps.ts'
import { CHECKOUT_STEP, toWorkflowHead, UPLOAD } from './workflow-file.ts'

/** Restores and never saves. */
const RESTORE = 'actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5'
/** The same commit as in tdd-gate's own workflow; a test compares them. */
const DOWNLOAD = 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1'

const toMeasureJob = (uses: string, toolchains: Toolchains): string => `  measure:
    # This job is yours. It runs code of pull requests: give it no secret. Remove #: to use an example.
    runs-on: ubuntu-24.04
    #: container: node:24
    #: services: { db: { image: 'postgres:17', env: { POSTGRES_PASSWORD: test }, ports: ['5432:5432'] } }
    #: env: { PGHOST: localhost, PGPASSWORD: test } # tests get what test.env of the configuration names
    timeout-minutes: 350
    permissions: { contents: read, actions: read }
    outputs:
      artifact: \${{ steps.recording.outputs.artifact-id }}
      recording: \${{ steps.measure.outputs.recording }}
    steps:
      # In a container this is another path than the one of the context \`runner\`.
      - id: runner
        shell: sh
        run: echo "temp=$RUNNER_TEMP" >> "$GITHUB_OUTPUT"
      ${CHECKOUT_STEP}
      # Languages that the tests need are set up here. A workflow on the default branch alone saves the cache.
      #: - uses: ${RESTORE}
      #:   with: { path: ~/.npm, key: "npm-\${{ hashFiles('package-lock.json') }}", restore-keys: npm- }
${toSetupSteps(toolchains)}      - uses: ${uses}
        id: measure
        timeout-minutes: 330
        with: { mode: measure }
      - if: always()
        id: recording
        uses: ${UPLOAD}
        with:
          name: tdd-gate-recording-\${{ github.run_attempt }}
          path: \${{ steps.runner.outputs.temp }}/tdd-gate
          include-hidden-files: true
          if-no-files-found: error
          retention-days: 3
`

const toJudgeJob = (uses: string): string => `  judge:
    # Leave this job as it is: it runs nothing of the pull request.
    needs: measure
    if: always()
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions: { contents: read, actions: read }
    steps:
      ${CHECKOUT_STEP}
      - if: needs.measure.outputs.artifact
        uses: ${DOWNLOAD}
        with:
          artifact-ids: \${{ needs.measure.outputs.artifact }}
          path: \${{ runner.temp }}/tdd-gate-recordings
      - if: always()
        uses: ${uses}
        with:
          mode: judge
          recordings: \${{ runner.temp }}/tdd-gate-recordings
          measured: |
            \${{ needs.measure.result }}
            1 \${{ needs.measure.outputs.recording }}
      - if: always()
        uses: ${UPLOAD}
        with:
          name: tdd-gate-evidence-\${{ github.run_attempt }}
          path: \${{ runner.temp }}/tdd-gate
          include-hidden-files: true
          if-no-files-found: error
      - if: always() && needs.measure.result != 'success'
        shell: bash
        run: exit 1
`

/**
 * Renders a workflow with two jobs: its owner sets the measuring job up, the judging job runs nothing of the branch. A
 * reusable workflow cannot take containers, services and set-up from its caller. This workflow can, but no token vouches for its judging job.
 */
export const toTwoJobsWorkflow = (uses: string, toolchains: Toolchains = NO_TOOLCHAINS): string =>
  `${toWorkflowHead(uses)}${toMeasureJob(uses, toolchains)}${toJudgeJob(uses)}`
