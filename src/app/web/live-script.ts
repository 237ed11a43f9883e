/** The only script of the pages, as the browser gets it. */

/** Renews what is measured now every five seconds. Keyboard focus and the open lists stay, unless the page changed. */
export const SCRIPT = `const look = async () => {
  const answer = await fetch(location.href, { redirect: 'manual' }).catch(() => null)
  if (answer === null || !answer.ok) return setTimeout(look, 15000)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [now, next] = [document.getElementById('content'), page.getElementById('content')]
  if (now.dataset.seen !== next.innerHTML) {
    if (now.dataset.seen !== undefined) now.innerHTML = next.innerHTML
    now.dataset.seen = next.innerHTML
  }
  document.title = page.title
  if ('live' in next.dataset) setTimeout(look, 5000)
}
setTimeout(look, 1000)
`
