/** Every kind of honest work. */
import { getKindsOfFiles } from './files.ts'
import { getKindsOfHistories } from './histories.ts'
import type { Language } from './model.ts'
import type { HonestKind } from './words.ts'
import { getKindsOfWork } from './work.ts'

/** The kinds, in the words of a language. */
export function getHonestKinds(language: Language): readonly HonestKind[] {
  return [...getKindsOfWork(language), ...getKindsOfFiles(language), ...getKindsOfHistories(language)]
}
