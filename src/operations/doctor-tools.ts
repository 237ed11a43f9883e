/** What the doctor looks at on this machine. */
import { rules } from '../core/rules/index.ts'
import { runGit } from '../measure/git.ts'
import { openRepository } from '../measure/repository.ts'
import { detectStrategy } from '../measure/sandbox/detect.ts'
import { defaultCacheDir } from '../measure/scratch.ts'
import type { DoctorTools } from './doctor.ts'
import { detectInTree } from './project.ts'
import { detectInWorkingTree } from './working-tree.ts'

export const doctorTools: DoctorTools = {
  runGit,
  detect: async (dir, { base, preparation }) => {
    const atBase = base === null ? null : await detectInTree(await openRepository(dir), base, preparation)
    const detected = atBase ?? (await detectInWorkingTree(dir, preparation))
    return detected && { commands: detected.suites.map(({ command }) => command), explanations: detected.explanations }
  },
  ruleCodes: rules.map(({ code }) => code),
  nodeVersion: process.versions.node,
  env: process.env,
  cacheDir: defaultCacheDir(process.env),
  findSandbox: async () => (await detectStrategy())?.tool ?? null,
}
