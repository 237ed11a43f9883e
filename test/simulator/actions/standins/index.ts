/** Actions of GitHub's own that jobs use here without a network: same names, same inputs, same outputs. */
import type { JobState } from '../steps.ts'
import { attest } from './attest.ts'
import { checkout } from './checkout.ts'
import { downloadArtifact } from './download-artifact.ts'
import { setupNode } from './setup-node.ts'
import { uploadArtifact } from './upload-artifact.ts'

export interface StandInStep {
  readonly state: JobState
  readonly env: Readonly<Record<string, string>>
  readonly inputs: Readonly<Record<string, string>>
}

export interface StandIn {
  /** With their defaults. */
  readonly inputs: Readonly<Record<string, string>>
  /** @returns the outputs @throws Error that fails the step */
  readonly run: (step: StandInStep) => Promise<Readonly<Record<string, string>>>
}

/** A repository of that name on the local GitHub goes before its stand-in. */
export const STAND_INS: Readonly<Record<string, StandIn>> = {
  'actions/attest': attest,
  'actions/checkout': checkout,
  'actions/setup-node': setupNode,
  'actions/upload-artifact': uploadArtifact,
  'actions/download-artifact': downloadArtifact,
}
