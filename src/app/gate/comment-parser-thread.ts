/** The thread that parses comments: receives texts and returns their commands in order. */
import { parentPort } from 'node:worker_threads'
import { parseCommands } from '../../core/commands/parse.ts'

parentPort?.on('message', (text: string) => parentPort?.postMessage(parseCommands(text)))
