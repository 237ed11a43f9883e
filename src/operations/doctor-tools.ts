/** What the doctor looks at on this machine. */
import { rules } from '../core/rules/index.ts'
import { runGit } from '../measure/git.ts'
import { defaultCacheDir } from '../measure/scratch.ts'
import type { DoctorTools } from './doctor.ts'
import { detectInWorkingTree } from './working-tree.ts'

export const doctorTools: DoctorTools = {
  runGit,
  detect: async (dir) => {
    const detected = await detectInWorkingTree(dir)
    return detected && { commands: detected.suites.map(({ command }) => command), explanations: detected.explanations }
  },
  ruleCodes: rules.map(({ code }) => code),
  nodeVersion: process.versions.node,
  env: process.env,
  cacheDir: defaultCacheDir(process.env),
}
