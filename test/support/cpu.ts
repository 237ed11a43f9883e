/** Measures the work itself, whatever else the machine does: a test must not fail because others run beside it. */

/** Milliseconds that this process computed while `work` ran; time in which it had to wait for a core is no part of it. */
export function getCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
