/** How a session gets its measurer: live by default; who records or replays opens another one. */
import type { MeasurerOptions } from '../measure/measurer.ts'
import { createMeasurer, type Measurer } from '../measure/measurer.ts'
import type { Scratch } from '../measure/scratch.ts'
import { readToolchain } from '../measure/toolchain.ts'
import { MEASURING_VERSION } from './policy-digest.ts'

/** Everything that is known of the project when measuring begins. */
export interface MeasurerParts extends Omit<MeasurerOptions, 'toolchain' | 'checkout'> {
  /** The scratch repository: objects to read, and a place for a checkout. */
  readonly checkout: Scratch
}

export type OpenMeasurer = (parts: MeasurerParts) => Measurer | Promise<Measurer>

/** Runs tests on this machine. */
export async function openLiveMeasurer(parts: MeasurerParts): Promise<Measurer> {
  const { suites, runners, source } = parts
  const toolchain = await readToolchain({ suites, runners, env: source, own: MEASURING_VERSION })
  return createMeasurer({ ...parts, toolchain })
}
