/** The contents of a SQLite file. */
import { createContents, type StoreContents } from './contents.ts'
import { openDatabase } from './schema.ts'
import { createFileQuery } from './sqlite.ts'

/** Locks the file until it is closed. @throws GateError `bad-store` while another process has it open */
export function openFileContents(file: string): StoreContents {
  const database = openDatabase(file, true, true)
  database.exec('BEGIN IMMEDIATE')
  return {
    ...createContents(createFileQuery(database, Date.now)),
    commit: async () => database.exec('COMMIT'),
    [Symbol.asyncDispose]: async () => {
      if (database.isTransaction) database.exec('ROLLBACK')
      database.close()
    },
  }
}
