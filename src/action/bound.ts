/**
 * Binds the ports to their functions. Loads each when it is called, so that a step that only refuses does so at once.
 */
import { toAnnotations } from '../render/gate-report/annotations.ts'
import { isOnlyMeasured, toMeasuredBlock, toResultBlock } from '../render/gate-report/result-block.ts'
import type { Ports } from './ports.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** @param env the environment of the step */
export function bindPorts(env: Variables): Ports {
  return {
    useProxy: async () => void (await import('../github/proxy.ts')).useProxy(env),
    findEvidence: async (options) => (await import('./earlier-evidence.ts')).findEarlierEvidence(options, env),
    measureBranch: async (options, hooks) => (await import('./measured-branch.ts')).measuredBranch(options, hooks, env),
    judgeBranch: async (options, hooks) => (await import('./judged-branch.ts')).judgedBranch(options, hooks),
    audienceOf: async (index) => (await import('../evidence/set.ts')).getAudience(index),
    openLog: async () => (await import('../evidence/log.ts')).appendEntry,
    toManifest: async (parts) => (await import('./output/manifest.ts')).toManifest(parts),
    publish: async (options) => (await import('./output/publication.ts')).publishReport(options),
    render: {
      toJobLog: (report) => (isOnlyMeasured(report) ? toMeasuredBlock(report) : toResultBlock(report)),
      toAnnotations: (report) => (isOnlyMeasured(report) ? [] : toAnnotations(report)),
      toSummary: async (report) =>
        isOnlyMeasured(report) ? '' : (await import('../render/gate-report/step-summary.ts')).toStepSummary(report),
      toFiles: async (report) =>
        isOnlyMeasured(report) ? [] : (await import('./output/report-files.ts')).toReportFiles(report),
    },
  }
}
