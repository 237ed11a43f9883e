/** Computes the width of a page. */

const DEFAULT_WIDTH = 80
const MIN_WIDTH = 40
const MAX_WIDTH = 160

/** Terminals of containers have zero columns until their size is set. */
export function getWidth({ columns }: { readonly columns?: number | undefined }): number {
  return columns ? Math.max(MIN_WIDTH, Math.min(columns, MAX_WIDTH)) : DEFAULT_WIDTH
}
