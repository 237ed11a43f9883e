/** The writer thread: a slow disk delays neither requests nor handlers. It receives batches of calls as messages. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './schema.ts'
import { openWriter, type WriterCall } from './writer.ts'

const file = String(workerData)
const answer = openWriter(file, openDatabase(file, true))
parentPort?.on('message', (calls: readonly WriterCall[]) => parentPort?.postMessage(answer(calls)))
