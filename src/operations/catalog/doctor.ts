/** Offers `doctor`: checks whether the gate can measure here. */
import { resolve } from 'node:path'
import * as z from 'zod'
import { rules } from '../../core/rules/index.ts'
import { defaultCacheDir } from '../../folders.mjs'
import { runGit } from '../../git/git.ts'
import { openRepository } from '../../git/repository.ts'
import { toDoctorText } from '../../render/doctor.ts'
import { toPreconditionJson } from '../../render/text/precondition.ts'
import { detectStrategy } from '../../test-runner/sandbox/detect.ts'
import { nameTools, readToolchain } from '../../test-runner/set-up/toolchain.ts'
import { type DoctorTools, doctor } from '../doctor/doctor.ts'
import { commandsOf } from '../doctor/programs.ts'
import { detectInWorkingTree, getTop } from '../doctor/working-tree.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import { detectInTree } from '../verify/project.ts'
import { FLAGS, repo, SCHEMA_VERSION } from './inputs.ts'

/** @param tools what the checks look at */
export function createDoctor(tools: DoctorTools): Definition {
  return define({
    input: z.strictObject({ repo }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, ok: z.boolean(), checks: z.array(z.unknown()) }),
    flags: FLAGS,
    run: async (input) => {
      const checks = await doctor(await getTop(resolve(input.repo)), tools)
      const ok = checks.every((check) => check.ok)
      return {
        json: { schemaVersion: 1, ok, checks: checks.map(toPreconditionJson) },
        toText: (page) => toDoctorText(checks, page),
        exit: ok ? EXIT.SUCCESS : EXIT.UNMEASURED,
      }
    },
  })
}

/** Binds the doctor's tools to this machine. */
export const doctorTools: DoctorTools = {
  runGit,
  detect: async (dir, { base, preparation }) => {
    const atBase = base === null ? null : await detectInTree(await openRepository(dir), base, preparation)
    const detected = atBase ?? (await detectInWorkingTree(dir, preparation))
    return detected && { commands: detected.suites.flatMap(commandsOf), explanations: detected.explanations }
  },
  ruleCodes: rules.map(({ code }) => code),
  nodeVersion: process.versions.node,
  readVersions: async (commands) => {
    const suites = commands.map((command) => ({ command }))
    return nameTools(await readToolchain({ suites, env: process.env, own: '' }))
  },
  env: process.env,
  cacheDir: defaultCacheDir(process.env),
  findSandbox: async () => (await detectStrategy())?.tool ?? null,
}

export const doctorOperation = createDoctor(doctorTools)
