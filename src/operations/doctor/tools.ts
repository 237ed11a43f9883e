/** Binds the doctor's tools to this machine. */
import { rules } from '../../core/rules/index.ts'
import { runGit } from '../../git/git.ts'
import { openRepository } from '../../git/repository.ts'
import { defaultCacheDir } from '../../git/scratch.ts'
import { detectStrategy } from '../../test-runner/sandbox/detect.ts'
import { detectInTree } from '../verify/project.ts'
import type { DoctorTools } from './doctor.ts'
import { commandsOf } from './programs.ts'
import { detectInWorkingTree } from './working-tree.ts'

export const doctorTools: DoctorTools = {
  runGit,
  detect: async (dir, { base, preparation }) => {
    const atBase = base === null ? null : await detectInTree(await openRepository(dir), base, preparation)
    const detected = atBase ?? (await detectInWorkingTree(dir, preparation))
    return detected && { commands: detected.suites.flatMap(commandsOf), explanations: detected.explanations }
  },
  ruleCodes: rules.map(({ code }) => code),
  nodeVersion: process.versions.node,
  env: process.env,
  cacheDir: defaultCacheDir(process.env),
  findSandbox: async () => (await detectStrategy())?.tool ?? null,
}
