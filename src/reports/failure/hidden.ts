/** What a report claims and does not show. */
import { count } from '../../core/util/count.ts'

/** @param parts what the format is made of: `elements` */
export function hidden(number: number, noun: string, parts: string): string {
  return `the report claims ${count(number, noun)} that none of its ${parts} shows`
}
