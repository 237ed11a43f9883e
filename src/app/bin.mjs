#!/usr/bin/env node
// The App with the gate behind it.
import { handleLetter } from '../gate.ts'
import { main } from './main.ts'

await main(handleLetter)
