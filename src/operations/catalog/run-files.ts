/** Renders the files of a run, loaded only when a run is recorded. */
import type { Decision } from '../../core/model/finding.ts'
import type { RunFilesInput } from '../../render/run-files.ts'
import type { RunFile } from '../runs/run-folder.ts'

export function runFilesOf(judged: RunFilesInput & { readonly decision: Decision }): () => Promise<readonly RunFile[]> {
  return async () => (await import('../../render/run-files.ts')).toRunFiles(judged.decision, judged)
}
