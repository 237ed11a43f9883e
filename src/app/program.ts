/** The App's program: the App, its set-up, or a command for operators. `bin.mjs` and `tdd-gate app` call it. */
import { existsSync } from 'node:fs'
import { forgiveClosedPipes } from '../output.ts'
import { answerCall } from './admin/usage.ts'

/**
 * Runs what the arguments ask for.
 * @param args the arguments after the program's name, however it was started
 * @returns the exit code, or null where the App listens and its signals will end the process
 */
export async function runProgram(args: readonly string[]): Promise<number | null> {
  forgiveClosedPipes()
  const answer = answerCall(args)
  if (answer !== null) {
    ;(answer.code === 0 ? process.stdout : process.stderr).write(answer.text)
    return answer.code
  }
  if (args[0] === 'admin') {
    const { runAdmin } = await import('./admin/admin.ts')
    if (existsSync('.env')) process.loadEnvFile()
    return await runAdmin(args.slice(1), process.env, (line) => process.stdout.write(line))
  }
  const [{ openGate }, { runApp }] = await Promise.all([import('./gate/open.ts'), import('./main.ts')])
  await runApp(openGate)
  return null
}
