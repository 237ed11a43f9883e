/** Runs `tdd-gate doctor`: checks whether the gate can measure here. */
import { resolve } from 'node:path'
import { type DoctorTools, doctor } from '../../operations/doctor/doctor.ts'
import { getTop } from '../../operations/doctor/working-tree.ts'
import { toDoctorText } from '../../render/doctor.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { type CliCommand, EXIT } from '../command.ts'

export function createDoctorCommand(tools: DoctorTools): CliCommand {
  return {
    configure: (command) =>
      command.option('--repo <dir>', 'the repository', '.').option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const checks = await doctor(await getTop(resolve(String(options['repo']))), tools)
      const ok = checks.every((check) => check.ok)
      await io.print(options['json'] ? jsonLine({ schemaVersion: 1, ok, checks }) : toDoctorText(checks, io))
      return ok ? EXIT.SUCCESS : EXIT.UNMEASURED
    },
  }
}
