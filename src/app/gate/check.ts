/** Renders the gate's check run, which combines the results of all pull requests with the same head. */

import { buttons } from '../../core/commands/index.ts'
import { GATE_CHECK, MAX_TITLE, toGateCheckId } from '../../core/status/checks.ts'
import { toDigest } from '../../evidence/digest.ts'
import type { CheckRun } from '../../github/write/check-run.ts'
import { type CheckOutput, toCheckOutput } from '../../render/gate-report/check-output.ts'
import { headline } from '../../render/gate-report/headline.ts'
import { prose } from '../../render/text/markdown.ts'
import { findWorst, type OtherPull, type PullRequestEvaluation } from './evaluation.ts'

const DIGEST = 16

export function toGateCheck(
  evaluation: Pick<PullRequestEvaluation, 'says' | 'report' | 'others' | 'areGroupsUnseen'>,
): CheckRun {
  const { says, report } = findWorst(evaluation)
  const output = toCheckOutput(report)
  const digest = toDigest([says.pullRequest, says.decision, says.notice]).slice(0, DIGEST)
  return {
    name: GATE_CHECK,
    conclusion: says.conclusion,
    detailsUrl: report.run.url,
    externalId: toGateCheckId({ digest, areGroupsUnseen: evaluation.areGroupsUnseen === true }),
    actions: buttons,
    output: evaluation.others.length === 0 ? output : shared(output, evaluation, { says, report }),
    annotations: output.annotations,
  }
}

/** Adds the other pull requests, because the check belongs to the commit. */
function shared(
  { title, summary, text }: CheckOutput,
  { says, report, others }: Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>,
  worst: OtherPull,
): CheckRun['output'] {
  const all = [{ says, report }, ...others].toSorted((a, b) => a.says.pullRequest - b.says.pullRequest)
  const lines = all.map((one) => `- #${one.says.pullRequest}: ${one.says.conclusion}, ${prose(headline(one.report))}`)
  const words = 'This commit is the head of several pull requests, and all of them must pass:'
  return {
    title: `#${worst.says.pullRequest}: ${title}`.slice(0, MAX_TITLE),
    summary: `${words}\n\n${[...new Set(lines)].join('\n')}\n\n${summary}`,
    text,
  }
}
