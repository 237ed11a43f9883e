import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { tokenizeXml } from '../../../src/reports/xml/xml.ts'
import { BROKEN, inChunks, junitAround, READABLE, REFUSED, utf8 } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

/** The document as a list of words: `<name key=value>`, `text`, `</name>`. */
function read(
  bytes: Iterable<Uint8Array>,
  wanted: { text: boolean; attributes: boolean } = { text: true, attributes: true },
) {
  const events: string[] = []
  let text = ''
  const flush = () => {
    if (text !== '') events.push(text)
    text = ''
  }
  const end = tokenizeXml(bytes, {
    wantsText: () => wanted.text,
    wantsAttributes: () => wanted.attributes,
    open: (name, attributes) => {
      flush()
      events.push(`<${[name, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' ')}>`)
    },
    close: (name) => {
      flush()
      events.push(`</${name}>`)
    },
    text: (piece) => {
      text += piece
    },
  })
  return { events, ...end }
}
const readText = (xml: string) => read([utf8(xml)])

describe('a document becomes its tags, attributes and texts', () => {
  const cases: readonly [what: string, xml: string, events: readonly string[]][] = [
    ['tags', '<a><b/><c ></c ></a>', ['<a>', '<b>', '</b>', '<c>', '</c>', '</a>']],
    ['both quotes', `<a x="it's" y='say "hi"'/>`, [`<a x=it's y=say "hi">`, '</a>']],
    ['space around =', '<a x = "1"\n\ty\r\n=\'2\' />', ['<a x=1 y=2>', '</a>']],
    ['> in a value', '<a x="a > b"/>', ['<a x=a > b>', '</a>']],
    ['the five entities', '<a>&lt;&gt;&amp;&quot;&apos;</a>', ['<a>', `<>&"'`, '</a>']],
    ['numbers', '<a>&#65;&#x42;&#x1F389;</a>', ['<a>', 'AB🎉', '</a>']],
    ['bad numbers', '<a>&#0;&#x110000;&#xFFFE;</a>', ['<a>', '\ufffd\ufffd\ufffd', '</a>']],
    ['the halves of a pair', '<a>&#55357;&#56832;&#xD83D;&#xDE01;</a>', ['<a>', '😀😁', '</a>']],
    ['an escape by number', '<a>&#27;[31m</a>', ['<a>', '\u001b[31m', '</a>']],
    ['unknown entities stay', '<a>&nbsp;&l9;&x & y</a>', ['<a>', '&nbsp;&l9;&x & y', '</a>']],
    ['nothing is decoded twice', '<a>&amp;lt;</a>', ['<a>', '&lt;', '</a>']],
    ['CDATA', '<a>x<![CDATA[<b>&amp;]]]]><![CDATA[>]]>y</a>', ['<a>', 'x<b>&amp;]]>y', '</a>']],
    ['comments and instructions', '<?xml version="1.0"?><!-- <b> --><a><?x <b> ?><!----></a>', ['<a>', '</a>']],
    ['DOCTYPE', `<!DOCTYPE a [<!ENTITY x "]>"> <!-- ' --> ]><a>&x;</a>`, ['<a>', '&x;', '</a>']],
    ['prefixes of names go', '<j:a xmlns:j="u"><j:b/></j:a>', ['<a xmlns:j=u>', '<b>', '</b>', '</a>']],
    ['white space in a value', '<a x="a\tb\nc&#10;d"/>', ['<a x=a b c\nd>', '</a>']],
    ['a < that is no tag', '<a>1 < 2 <3</a>', ['<a>', '1 < 2 <3', '</a>']],
    ['other scripts', '<ä ö="日本">ünï 🎉</ä>', ['<ä ö=日本>', 'ünï 🎉', '</ä>']],
  ]
  test.each(cases)('%s', (_what, xml, events) => {
    expect(readText(xml)).toMatchObject({ events, brokenBy: null })
  })

  test('a part without a handler is skipped', () => {
    const xml = '<a x="1>"><![CDATA[t]]>u<b y=\'/>\'/></a>'
    expect(read([utf8(xml)], { text: false, attributes: false }).events).toEqual(['<a>', '<b>', '</b>', '</a>'])
  })

  test('a text without a handler may be longer than any limit of a token', () => {
    const part = new Uint8Array(1_048_576).fill(120)
    const parts = Array.from({ length: 40 }, () => part)
    for (const [start, end] of [
      ['<a>', '</a>'],
      ['<a><![CDATA[', ']]></a>'],
      ['<a><!--', '--></a>'],
    ] as const)
      expect(read([utf8(start), ...parts, utf8(end)], { text: false, attributes: true })).toEqual({
        events: ['<a>', '</a>'],
        brokenBy: null,
        warnings: [],
      })
  })
})

describe('what is wrong with characters is repaired and said', () => {
  const cases: readonly [what: string, bytes: Uint8Array, warning: RegExp | null][] = [
    ['clean', utf8('<a>ü \ufffd</a>'), null],
    ['invalid UTF-8', Uint8Array.from([...utf8('<a>'), 0xff, 0xc3, 0x28, ...utf8('</a>')]), /not valid UTF-8/],
    ['half a character', Uint8Array.from([...utf8('<a>'), 0xe2, 0x82, ...utf8('</a>')]), /not valid UTF-8/],
    ['junk before', utf8('log line\n<a></a>'), /outside the document/],
    ['junk after', utf8('<a></a>\ndone'), /outside the document/],
    ['two roots', utf8('<a></a><b></b>'), /more than one document/],
    ['unknown encoding', utf8('<?xml version="1.0" encoding="EBCDIC-X"?><a></a>'), /encoding «EBCDIC-X»/],
  ]
  test.each(cases)('%s', (_what, bytes, warning) => {
    const { warnings, brokenBy } = read([bytes])
    expect(brokenBy).toBeNull()
    if (warning === null) expect(warnings).toEqual([])
    else expect(warnings).toEqual([expect.stringMatching(warning)])
  })

  test('bytes that are no characters become U+FFFD with their number', () => {
    const bytes = Uint8Array.from([...utf8('<a>'), 0xff, 0xc3, 0x28, 0x80, ...utf8('</a>')])
    expect(read([bytes]).events[1]).toBe('\ufffdff\ufffdc3(\ufffd80')
  })

  test('odd and hostile documents are read whole, and no entity is expanded', () => {
    for (const [name, bytes] of Object.entries(READABLE)) {
      const { events, brokenBy } = read([bytes])
      expect(brokenBy, name).toBeNull()
      expect(events.at(-1), name).toBe('</testsuites>')
      expect(events.join('').length, name).toBeLessThan(151_000)
    }
    for (const name of ['byte order mark', 'UTF-16', 'Latin-1', 'declared UTF-16, written UTF-8'])
      expect(read([READABLE[name] as Uint8Array]).events).toContain('<failure message=ünï>')
  })
})

describe('broken structure is an error with a place', () => {
  const cases: readonly [what: string, xml: string, error: string][] = [
    ['mismatch', '<a>\n<b>\n</a>', 'line 3: </a> closes <b> (byte 8)'],
    ['nothing open', '<a></a></b>', 'line 1: </b> closes nothing (byte 7)'],
    ['unclosed', '<a>\n<b></b>\n', 'line 3: the report ends inside <a> (byte 12)'],
    ['cut in a tag', '<a>ü\n<b x="', 'line 2: the report ends inside a tag (byte 6)'],
    ['cut in a comment', '<a></a>\n<!-- x\n', 'line 3: the report ends inside a comment or section (byte 15)'],
    ['no value', '<a x></a>', 'line 1: attribute «x» of <a> has no value (byte 0)'],
    ['twice', '<a>\n<b x="1" y="" x="1"/></a>', 'line 2: <b> has attribute «x» twice (byte 4)'],
    ['no quotes', '<a x=1></a>', 'line 1: attribute «x» of <a> is not quoted (byte 0)'],
    ['empty', '', 'the report is empty'],
    ['blank', ' \n', 'the report is empty'],
    ['no XML', 'ok 1\n', 'the report holds no XML element'],
  ]
  test.each(cases)('%s', (_what, xml, error) => {
    for (const bytes of [[utf8(xml)], inChunks(utf8(xml), [1])]) expect(read(bytes).brokenBy?.message).toBe(error)
  })

  test('an attribute that is there twice is found whatever the tags before had', () => {
    const xml = '<a><b x="1" y="2"/><b x="1"/><b x="1" y="2"/><b x="1" y="2" y="3"/><b/></a>'
    expect(readText(xml)).toMatchObject({ brokenBy: { message: 'line 1: <b> has attribute «y» twice (byte 45)' } })
    expect(read([utf8(xml)], { text: false, attributes: false }).brokenBy).toBeNull()
  })

  test('what was read before it stays', () => {
    expect(readText('<a><b x="1"/><c></a>').events).toEqual(['<a>', '<b x=1>', '</b>', '<c>'])
  })

  test('every broken document of the collection is found', () => {
    for (const [name, bytes] of Object.entries(BROKEN)) expect(read([bytes]).brokenBy, name).toBeInstanceOf(ReportError)
  })
})

describe('limits', () => {
  test.each(Object.entries(REFUSED))('%s is refused by the name of its limit', (_name, [limit, document]) => {
    const bytes = document()
    const refusal = new RegExp(`limit ${limit} \\(${LIMITS[limit as keyof typeof LIMITS]}\\)`)
    expect(() => read([bytes])).toThrow(refusal)
    expect(() => read(inChunks(bytes, [65_536]))).toThrow(refusal)
  })

  test('a refusal names the place that it is about', () => {
    const describeCases = (name: string, sizes: readonly number[]) => {
      const [, document] = REFUSED[name] ?? []
      return () => read(inChunks(document?.() ?? utf8(''), sizes))
    }
    for (const sizes of [[65_536], [40_000_000]]) {
      expect(describeCases('nested too deep', sizes)).toThrow(
        /^line 1: elements are .* limit depth \(256\) \(byte 5112\)$/,
      )
      expect(describeCases('too many attributes', sizes)).toThrow(
        /^line 2: <failure> has .* limit attributes .* \(byte 104\)$/,
      )
    }
  })

  test('a file over the limit is refused', () => {
    const part = new Uint8Array(16_777_216).fill(32)
    // Nothing is passed by as fast as a comment.
    const endless = (function* () {
      yield Buffer.from('<a><!--')
      for (;;) yield part
    })()
    expect(() => read(endless, { text: false, attributes: true })).toThrow(/limit fileBytes/)
  })

  test('an unfinished tag, text or section takes linear time', () => {
    const start = process.cpuUsage()
    for (const [head, tail] of [
      ['<a x="', '"/>'],
      ['<a>', '</a>'],
      ['<a><![CDATA[', ']]></a>'],
      ['<!DOCTYPE x [', ']><a/>'],
    ] as const)
      expect(read(inChunks(utf8(head + 'x'.repeat(8_000_000) + tail), [4_096])).brokenBy).toBeNull()
    expect(process.cpuUsage(start).user).toBeLessThan(6_000_000)
  })
})

describe('laws', () => {
  const all = [...Object.values(READABLE), ...Object.values(BROKEN)].filter((bytes) => bytes.length < 5_000)
  const documents = fc.constantFrom(...all)
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })

  test('how the bytes are cut never changes what is read', () => {
    fc.assert(
      fc.property(documents, sizes, fc.boolean(), fc.boolean(), (bytes, chunks, text, attributes) => {
        expect(read(inChunks(bytes, chunks), { text, attributes })).toEqual(read([bytes], { text, attributes }))
      }),
      { numRuns: shareOf(400) },
    )
  })

  test('no beginning of a document is a document', () => {
    const whole = utf8(junitAround('<failure message="a &amp; b">x<![CDATA[y]]><!-- z --></failure>').trim())
    for (let length = 0; length < whole.length; length += 1)
      expect(read([whole.subarray(0, length)]).brokenBy, `${length}`).not.toBeNull()
    expect(read([whole]).brokenBy).toBeNull()
  })

  test('any bytes are read or refused', () => {
    const piece = fc.constantFrom(
      '<',
      '</',
      '>',
      '/>',
      '<!',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '"',
      "'",
      '=',
      '&#',
      ';',
      ' a',
      '[',
      'é',
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(piece, { maxLength: 60 }).map((pieces) => utf8(pieces.join(''))),
    )
    fc.assert(
      fc.property(bytes, sizes, (document, chunks) => {
        expect(read(inChunks(document, chunks))).toEqual(read([document]))
      }),
      { numRuns: shareOf(1_000) },
    )
  })
})
