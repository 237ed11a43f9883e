/** Formats failures that a report claims without showing them. */
import { count } from '../../core/util/count.ts'
import { reportTexts } from '../texts.ts'

/** Formats the claim. @param parts the name of the format's parts: `elements` */
export function hidden(number: number, noun: string, parts: string): string {
  return reportTexts.hiddenParts(count(number, noun), parts)
}
