/** Publishes check run and comment without the App, with the job's token. */
import { GATE_CHECK } from '../../core/status/checks.ts'
import { toDigest } from '../../evidence/digest.ts'
import { toRepositoryName } from '../../github/routes.ts'
import type { CheckRun } from '../../github/write/check-run.ts'
import { publish } from '../../github/write/publish.ts'
import { toCheckOutput } from '../../render/gate-report/check-output.ts'
import { COMMENT_MARKER, toComment } from '../../render/gate-report/comment.ts'
import { connectJob } from '../connect.ts'
import type { PublishOptions } from '../ports.ts'

/**
 * Publishes.
 * @returns what was not written, and why
 * @throws GateError `github-unavailable`
 */
export async function publishReport({ report, subject, access }: PublishOptions): Promise<readonly string[]> {
  const { title, summary, text, conclusion, annotations } = toCheckOutput(report)
  const check: CheckRun = {
    name: GATE_CHECK,
    conclusion,
    output: { title, summary, text },
    detailsUrl: report.run.url,
    externalId: toDigest(report.decision).slice(0, 16),
    annotations,
  }
  const { pullRequest } = subject
  const comment = pullRequest === null ? null : { pullRequest, marker: COMMENT_MARKER, body: toComment(report) }
  const github = await connectJob(access)
  const written = await publish(github, toRepositoryName(subject.repository.name), {
    headSha: subject.head.sha,
    check,
    comment,
  })
  return written.notes
}
