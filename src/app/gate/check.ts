/** Renders the gate's check run, which combines the results of all pull requests with the same head. */

import { buttons } from '../../core/commands/buttons.ts'
import { GATE_CHECK, MAX_TITLE, toGateCheckId } from '../../core/status/checks.ts'
import type { HeadStatus } from '../../core/status/status.ts'
import { toDigest } from '../../evidence/digest.ts'
import type { CheckRun } from '../../github/write/check-run.ts'
import { type CheckOutput, toCheckOutput } from '../../render/gate-report/check-output.ts'
import { prose } from '../../render/text/markdown.ts'
import type { JudgedPull } from './evaluation.ts'
import { toCheckReport } from './report.ts'

const DIGEST = 16

export function toGateCheck(head: HeadStatus<JudgedPull>): CheckRun {
  const { worst, areGroupsUnseen, covered } = head
  const { status } = worst
  const report = toCheckReport(head)
  const output = toCheckOutput(report)
  const digest = toDigest([status.pullRequest, status.decision, status.notice]).slice(0, DIGEST)
  return {
    name: GATE_CHECK,
    conclusion: status.conclusion,
    detailsUrl: report.run.url,
    externalId: toGateCheckId({ digest, areGroupsUnseen }),
    actions: buttons,
    output: covered.length === 1 ? output : addOthers(output, head),
    annotations: output.annotations,
  }
}

/** Adds the other pull requests, because the check belongs to the commit. */
function addOthers({ title, summary, text }: CheckOutput, { covered, worst }: HeadStatus): CheckRun['output'] {
  const lines = covered.map((one) => `- #${one.status.pullRequest}: ${one.status.conclusion}, ${prose(one.title)}`)
  const intro = 'This commit is the head of several pull requests, and all of them must pass:'
  return {
    title: `#${worst.status.pullRequest}: ${title}`.slice(0, MAX_TITLE),
    summary: `${intro}\n\n${[...new Set(lines)].join('\n')}\n\n${summary}`,
    text,
  }
}
