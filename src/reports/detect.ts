/** Recognises a report by what is in it; its file name decides nothing. */
import { type CoverageName, coverageFormats, type FormatName, reportFormats } from './index.ts'

/** The first format of the registry that knows the head (the first HEAD_CHARACTERS, decoded), or null. */
export function detectFormat(head: string): FormatName | null {
  return firstThatKnows(reportFormats, head)
}

/** The same for coverage. */
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
