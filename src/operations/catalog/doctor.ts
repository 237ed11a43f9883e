/** Offers `doctor`: checks whether the gate can measure here. */
import { resolve } from 'node:path'
import * as z from 'zod'
import { toDoctorText } from '../../render/doctor.ts'
import { toPreconditionJson } from '../../render/text/precondition.ts'
import { type DoctorTools, doctor } from '../doctor/doctor.ts'
import { doctorTools } from '../doctor/tools.ts'
import { getTop } from '../doctor/working-tree.ts'
import { type Definition, define, EXIT } from '../operation.ts'
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

export const doctorOperation = createDoctor(doctorTools)
