/** The registry of reports of mutation testers, in the order of detection. */
import { cargoMutants } from './cargo-mutants.ts'
import { cosmicRay } from './cosmic-ray.ts'
import { gremlins } from './gremlins.ts'
import { infection } from './infection.ts'
import type { MutationFormat } from './mutant.ts'
import { mutationElements } from './mutation-elements.ts'
import { pit } from './pit.ts'

export const mutationFormats = {
  'mutation-elements': mutationElements,
  pit,
  'cargo-mutants': cargoMutants,
  infection,
  'cosmic-ray': cosmicRay,
  gremlins,
} satisfies Record<string, MutationFormat>

/** Returns the first format that recognises the head, or null. */
export function detectMutation(head: string): MutationFormat | null {
  return Object.values(mutationFormats).find(({ looksLike }) => looksLike(head)) ?? null
}
