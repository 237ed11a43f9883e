import { loadGrammars } from '../../src/syntax/index.ts'

/** Loads all grammars, before functions that read texts at once. */
export const loadAllGrammars = (): Promise<void> =>
  loadGrammars(['a.js', 'a.ts', 'a.tsx', 'a.py', 'a.go', 'a.java', 'a.cs', 'a.rs', 'a.rb', 'a.php', 'a.c', 'a.sh'])
