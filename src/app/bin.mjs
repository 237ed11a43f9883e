#!/usr/bin/env node
// The App with the gate behind it.
import { openGate } from './gate/open.ts'
import { main } from './main.ts'

await main(openGate)
