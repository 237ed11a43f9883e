/** The thread that writes: a slow disk holds up neither requests nor handlers. It is told by messages, in batches. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './schema.ts'
import { type Call, openWriter } from './writer.ts'

const file = String(workerData)
const answer = openWriter(file, openDatabase(file, true))
parentPort?.on('message', (calls: readonly Call[]) => parentPort?.postMessage(answer(calls)))
