/** Reads TAP of Deno: comments name the files, steps are separate results, and a failure is one line of JSON. */
import { addCase, type TapOut, type TapPlace } from './out.ts'
import type { TapPoint } from './tree.ts'

const FILE = /^(?:\.{1,2}\/|[a-z]+:\/\/).*\.[cm]?[jt]sx?$/

/** A comment names the file before its first result. */
export const isDeno = ([first]: readonly TapPoint[]): boolean => {
  const heading = (first?.children[0] ?? first)?.heading ?? ''
  return FILE.test(heading) && first?.diagnostic.has('duration_ms') === false
}

export function walkDeno(out: TapOut, points: readonly TapPoint[]): void {
  const files = new Set(points.flatMap((point) => [...filesIn(point.before), ...point.children.flatMap(filesBefore)]))
  for (const file of filesIn(points.at(-1)?.after ?? '')) files.add(file)
  let file: string | null = null
  for (const point of points) {
    const heading = point.heading ?? ''
    if (FILE.test(heading)) file = heading
    addDeno(out, point, { file, suite: [] })
    if (file !== null) files.delete(file)
  }
  out.emptyFiles.push(...files)
}

const filesIn = (comments: string) => comments.split('\n').filter((comment) => FILE.test(comment))
const filesBefore = ({ before }: TapPoint) => filesIn(before)

function addDeno(out: TapOut, point: TapPoint, place: TapPlace): void {
  for (const step of point.children) addDeno(out, step, { ...place, suite: [...place.suite, point.name] })
  addCase(out, point, place)
}
