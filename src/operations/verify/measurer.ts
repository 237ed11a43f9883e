/** Defines how a session gets its measurer: live by default; recording and replay pass their own. */

import type { Scratch } from '../../git/scratch.ts'
import type { MeasurerOptions } from '../../test-runner/measurer.ts'
import { createMeasurer, type Measurer } from '../../test-runner/measurer.ts'
import { readToolchain } from '../../test-runner/set-up/toolchain.ts'
import { MEASURING_VERSION } from './policy-digest.ts'

/** Everything known of the project when measuring begins. */
export interface MeasurerParts extends Omit<MeasurerOptions, 'toolchain' | 'checkout'> {
  /** The scratch repository: objects to read, and a place for a checkout. */
  readonly checkout: Scratch
}

export type OpenMeasurer = (parts: MeasurerParts) => Measurer | Promise<Measurer>

/** Runs tests on this machine. */
export async function openLiveMeasurer(parts: MeasurerParts): Promise<Measurer> {
  return createMeasurer({ ...parts, toolchain: await getToolchain(parts) })
}

/** Returns the versions that affect results, by name: for the local cache, and for recordings. */
export function getToolchain({ suites, runners, source }: MeasurerParts): Promise<Readonly<Record<string, string>>> {
  return readToolchain({ suites, runners, env: source, own: MEASURING_VERSION })
}
