/** What is measured inside the browser: each function stands alone there, and knows nothing of this file. */

/** As much of the DOM as is needed: its types would be everywhere. */
interface Element {
  readonly parentElement: Element | null
  readonly outerHTML: string
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>
  readonly closest: (selector: string) => Element | null
  readonly getBoundingClientRect: () => { readonly right: number }
}
declare const document: {
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number }
  readonly querySelectorAll: (selector: string) => Iterable<Element>
}
declare function getComputedStyle(element: Element): {
  readonly color: string
  readonly backgroundColor: string
  readonly overflowX: string
}

/** What sticks out of the page, or of a box that hides it. */
export function measureOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
  const outside = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element.getBoundingClientRect().right > clientWidth + 1 &&
      !isScrolled(element) &&
      !element.closest('.hidden, .skip'),
  )
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []),
    ...outside.map((element) => element.outerHTML.slice(0, 120)),
  ]
}

/** Text with less contrast than 4.5 to 1 (WCAG 2, AA). */
export function measureContrast(): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
  }
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
  return [...document.querySelectorAll('body *')].filter(hasText).flatMap((element) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(behind(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 120)}`] : []
  })
}
