/** How wide a page may be. */

const DEFAULT_WIDTH = 80
const MIN_WIDTH = 40
const MAX_WIDTH = 160

/** Terminals of containers have zero columns until somebody sets their size. */
export function getWidth({ columns }: { readonly columns?: number | undefined }): number {
  return columns ? Math.max(MIN_WIDTH, Math.min(columns, MAX_WIDTH)) : DEFAULT_WIDTH
}
