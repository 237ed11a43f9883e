/** Wakes all who wait for a change of the queue. */

/**
 * The delay in which events are collected before they wake the worker once, because each wake-up costs more than
 * storing an event.
 */
const TOGETHER_MS = 5
/** A constant abort reason: without one, each abort would create an error. */
const NEWS = 'news'

/** Provides one signal for all who wait for a change, renewed after each change. */
export function createChangeSignal() {
  let news: AbortController | null = null
  let isSoon = false
  const notify = () => {
    const result = news
    news = null
    result?.abort(NEWS)
  }
  return {
    signal: () => {
      news ??= new AbortController()
      return news.signal
    },
    notify,
    notifySoon: () => {
      if (isSoon) return
      isSoon = true
      setTimeout(() => {
        isSoon = false
        notify()
      }, TOGETHER_MS)
    },
  }
}
