/** Every report and coverage format there is. The order is the order of detection. */
import { cobertura } from './cobertura.ts'
import type { CoverageFormat, ReportFormat } from './format.ts'
import { junit } from './junit.ts'

export type FormatName = 'vitest-json' | 'jest-json' | 'junit' | 'tap' | 'go-json' | 'node-events'
export type CoverageName = 'lcov' | 'istanbul-summary' | 'cobertura'

export const reportFormats = { junit } satisfies Partial<Record<FormatName, ReportFormat>>

export const coverageFormats = { cobertura } satisfies Partial<Record<CoverageName, CoverageFormat>>
