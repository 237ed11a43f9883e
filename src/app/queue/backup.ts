/** Copies a SQLite file while an App works on it. */
import { rmSync, writeFileSync } from 'node:fs'
import { badBackup } from '../../core/errors/app.ts'
import { openDatabase } from './schema.ts'

const NEW_FILE = 'Name a new file: admin backup <file>'

/**
 * Writes one moment of the store into a new file that only its owner can read. @throws GateError `bad-store`: there is no
 * new file then
 */
export function backUpFile(file: string, target: string): void {
  const database = openDatabase(file, true)
  try {
    writeFileSync(target, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    database.close()
    throw badBackup(target, error, NEW_FILE)
  }
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } catch (error) {
    rmSync(target)
    throw badBackup(target, error, NEW_FILE)
  } finally {
    database.close()
  }
}
