/** Writes the result of a run into its folder; the manifest comes last, because it lists every other file. */
import type { RunReport } from '../../render/gate-report/run-report.ts'
import type { Ports } from '../ports.ts'
import type { RunState } from '../run-state.ts'
import { now, type StepOutcome } from '../step.ts'
import { VERSION } from '../version.ts'

/**
 * Writes the files.
 * @param outcome null when an error ended the run: then it has no evidence and no manifest
 * @throws GateError `file-exists`, `disk-full`: a run that cannot be written proves nothing
 */
export async function writeRun(
  runState: RunState,
  ports: Ports,
  report: RunReport,
  outcome: StepOutcome | null,
): Promise<void> {
  const { folder, subject, origin, startedAt } = runState
  if (folder === null) return
  const conclusion = report.decision?.conclusion ?? (report.error === null ? 'in_progress' : 'unmeasurable')
  for (const file of [...(outcome?.evidence?.files ?? []), ...(await ports.render.toFiles(report))]) folder.write(file)
  folder.log({ at: now(), event: 'ended', conclusion, error: report.error?.code ?? null })
  const lastLogLine = folder.lastLogLine()
  if (outcome === null || subject === null || origin === null || lastLogLine === null) return
  const { branch, level, evidence } = outcome
  const run = { version: VERSION, subject, origin, branch, level, evidence, startedAt, endedAt: now(), conclusion }
  folder.write({ path: 'manifest.json', text: await ports.toManifest({ ...run, files: folder.files(), lastLogLine }) })
}
