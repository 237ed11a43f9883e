/**
 * A process of Vitest that runs one file after the other until it has become large. The system copies the page tables of a process
 * that starts a program: tests that start git hundreds of times in a process of 800 MB spend most of their time on that.
 */
import { readFileSync } from 'node:fs'
import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node'

const NAME = 'small'
/** Several times what it holds when it has loaded its modules. */
const MAX_BYTES = 256 * 1024 ** 2
const PAGE_BYTES = 4096

class SmallWorker extends ForksPoolWorker {
  override readonly name = NAME
  #next: unknown = null

  /** Vitest asks twice for the same file, and must get one answer. */
  canReuse(task: unknown): boolean {
    if (this.#next === task) return true
    if (getOwnBytes(this['_fork']?.pid) > MAX_BYTES) return false
    this.#next = task
    return true
  }
}

export const SMALL: PoolRunnerInitializer = { name: NAME, createPoolWorker: (options) => new SmallWorker(options) }

/** Memory that no file backs; 0 where the system does not tell. */
function getOwnBytes(pid: number | undefined): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return (resident - shared) * PAGE_BYTES
  } catch {
    return 0
  }
}
