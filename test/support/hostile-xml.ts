/** Hostile and odd JUnit documents, each with what a reader must make of it. Made here, never kept on disk: some are megabytes. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

export function utf16le(text: string): Uint8Array {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return Uint8Array.from([0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8])])
}

/** One failing test around `inner`. */
export const junitAround = (inner: string, before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${before}<testsuites><testsuite name="s"><testcase classname="c" name="n">${inner}</testcase></testsuite></testsuites>\n`

const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

/** Read whole, without an error. */
export const READABLE: Readonly<Record<string, Uint8Array>> = {
  'billion laughs': utf8(
    junitAround('<failure message="&l9;">&l9;</failure>', `<!DOCTYPE x [<!ENTITY l0 "lol">${entities}]>\n`),
  ),
  'quadratic blow-up': utf8(
    junitAround(`<failure>${'&a;'.repeat(50_000)}</failure>`, `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]>`),
  ),
  'external entity': utf8(
    junitAround('<failure>&x;</failure>', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
  ),
  'external DTD': utf8(junitAround('<failure>t</failure>', '<!DOCTYPE testsuites SYSTEM "http://127.0.0.1:9/x.dtd">')),
  'parameter entity': utf8(
    junitAround('<failure>t</failure>', '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]>'),
  ),
  'an apostrophe in a comment of the DTD': utf8(
    junitAround('<failure>t</failure>', "<!DOCTYPE x [<!-- don't > ]> -->]>"),
  ),
  'CDATA cut in two': utf8(junitAround('<failure><![CDATA[a ]]]]><![CDATA[> b <i>&amp;</i>]]> tail &lt;</failure>')),
  'raw escape and NUL': utf8(junitAround('<failure message="m">red \u001b[31m text \u0000 nul</failure>')),
  'references to control characters': utf8(
    junitAround('<failure message="m">red &#27;[31m &#0; &#x1b; &#xFFFE; &#xD800; &#x110000;</failure>'),
  ),
  'raw ]]>': utf8(junitAround('<failure message="a ]]> b">x ]]> y</failure>')),
  'bare ampersand': utf8(junitAround('<failure message="a & b">x & y</failure>')),
  'unknown entity': utf8(junitAround('<failure message="a&nbsp;b">x &nbsp; &eacute; y</failure>')),
  'a less-than sign that is no tag': utf8(junitAround('<failure message="m">1 < 2 <3 <= 4</failure>')),
  'byte order mark': utf8(`\ufeff${junitAround('<failure message="ünï">x</failure>')}`),
  'UTF-16': utf16le(junitAround('<failure message="ünï">x</failure>').replace('UTF-8', 'UTF-16')),
  'Latin-1': latin1(junitAround('<failure message="ünï">x</failure>').replace('UTF-8', 'ISO-8859-1')),
  'declared UTF-16, written UTF-8': utf8(junitAround('<failure message="ünï">x</failure>').replace('UTF-8', 'utf-16')),
  'names of the prototype': utf8(
    '<testsuites><testsuite name="s"><testcase classname="c" name="n" __proto__="p" constructor="q"><__proto__ polluted="yes">x</__proto__><constructor><prototype polluted="yes"/></constructor><failure message="m">t</failure></testcase></testsuite></testsuites>',
  ),
  'two documents': utf8(junitAround('<failure message="m">x</failure>') + junitAround('')),
  'a comment and an instruction': utf8(
    junitAround('<!-- <failure message="no"/> --><?php <failure/> ?><failure>x</failure>'),
  ),
  'name spaces': utf8(
    '<j:testsuites xmlns:j="urn:junit"><j:testsuite name="s"><j:testcase classname="c" name="n"><j:failure message="m">x</j:failure></j:testcase></j:testsuite></j:testsuites>',
  ),
  'junk before': utf8(`some log line before the report\n${junitAround('<failure message="m">x</failure>')}`),
  'junk after': utf8(`${junitAround('<failure message="m">x</failure>')}\n[INFO] done & dusted > oops\n`),
}

/** Broken structure: what was read so far stays, the document is not complete. */
export const BROKEN: Readonly<Record<string, Uint8Array>> = {
  'cut in a text': utf8(junitAround('<failure message="m">some text</failure>').slice(0, -60)),
  'cut in a tag': utf8(junitAround('<failure message="m">some text</failure>').slice(0, 118)),
  'cut in an attribute': utf8(`${junitAround('')}<testsuite name="a`),
  'cut in a comment': utf8(`${junitAround('')}<!-- a`),
  'mismatched tags': utf8(
    '<testsuites><testsuite name="s"><testcase name="n"><failure>t</testcase></failure></testsuite></testsuites>',
  ),
  'a closing tag too many': utf8(`${junitAround('')}</testsuites>`),
  'an attribute without value': utf8(junitAround('<failure message>x</failure>')),
  'an attribute twice': utf8(junitAround('<failure message="one" message="two">x</failure>')),
  'an attribute without quotes': utf8(junitAround('<failure message=m>x</failure>')),
  empty: utf8(''),
  'white space only': utf8('\n\n  \n'),
  'no markup at all': utf8('12 passed, 0 failed\n'),
}

/** Past a limit: refused, and the limit is named. */
export const REFUSED: Readonly<Record<string, readonly [limit: string, document: () => Uint8Array]>> = {
  'nested too deep': ['depth', () => utf8(`<testsuites>${'<testsuite name="s">'.repeat(100_000)}`)],
  'too many attributes': ['attributes', () => utf8(junitAround(`<failure ${'a="v" '.repeat(200_000)}>t</failure>`))],
}

/**
 * The bytes in pieces of the given sizes, again and again. Each is written over the one before, as files are read: what a
 * reader keeps of one it has to copy.
 */
export function* inChunks(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(bytes.length, Math.max(1, ...sizes)))
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const piece = bytes.subarray(at, at + Math.max(1, sizes[turn % sizes.length] ?? 1))
    buffer.set(piece)
    yield buffer.subarray(0, piece.length)
    at += piece.length
  }
}
