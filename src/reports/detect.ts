/** Detects the format of a report by its content, never by its file name. */
import { type CoverageName, coverageFormats, type FormatName, reportFormats } from './index.ts'

/** Returns the first format of the registry that recognises the head (the first HEAD_CHARACTERS, decoded), or null. */
export function detectFormat(head: string): FormatName | null {
  return firstThatKnows(reportFormats, head)
}

/** Returns the first coverage format that recognises the head, or null. */
export function detectCoverage(head: string): CoverageName | null {
  return firstThatKnows(coverageFormats, head)
}

function firstThatKnows<N extends string>(
  formats: { readonly [K in N]: { readonly looksLike: (head: string) => boolean } },
  head: string,
): N | null {
  const names = Object.keys(formats) as N[]
  return names.find((name) => formats[name].looksLike(head)) ?? null
}
