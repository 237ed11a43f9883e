/** The thread that reads comments: a text comes, its commands go back, in order. */
import { parentPort } from 'node:worker_threads'
import { parseCommands } from '../../core/commands/parse.ts'

parentPort?.on('message', (text: string) => parentPort?.postMessage(parseCommands(text)))
