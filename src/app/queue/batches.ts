/** Collects calls while one batch is under way, so that a burst costs few commits. */

/** Bound on the calls of one batch. */
const MAX_CALLS = 500

/** @param send handles a batch; its answers have the order of the calls @returns a function that joins the next batch */
export function createBatches<Call, Answer>(send: (calls: readonly Call[]) => Promise<readonly Answer[]>) {
  interface Pending {
    readonly call: Call
    readonly resolve: (answer: Answer) => void
    readonly reject: (reason: unknown) => void
  }
  const waiting: Pending[] = []
  let isBusy = false
  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_CALLS)
      try {
        const answers = await send(batch.map(({ call }) => call))
        for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isBusy = false
  }
  return (call: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void work())
    })
}
