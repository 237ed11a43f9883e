/** Computes the bounds of one execution from this machine's resources. */
import { totalmem } from 'node:os'
import type { Limits } from './view.ts'

const GIB = 1024 ** 3
/** Share of the machine's memory that one process may take, so that the rest stays responsive. */
const PROCESS_SHARE = 0.8
const SHARED_SHARE = 0.5
const LEAST_PROCESS_BYTES = 2 * GIB
const FILE_BYTES = 32 * GIB
const PROCESSES = 16_384

export function defaultLimits(): Limits {
  const memory = totalmem()
  return {
    processBytes: Math.max(LEAST_PROCESS_BYTES, Math.floor(memory * PROCESS_SHARE)),
    fileBytes: FILE_BYTES,
    processes: PROCESSES,
    sharedBytes: Math.floor(memory * SHARED_SHARE),
  }
}

/**
 * Converts to options of `prlimit` (util-linux). `data` bounds written private memory; reserved memory does not count.
 */
export function toPrlimit({ processBytes, fileBytes, processes }: Limits): readonly string[] {
  return ['prlimit', '--core=0', `--data=${processBytes}`, `--fsize=${fileBytes}`, `--nproc=${processes}`, '--']
}
