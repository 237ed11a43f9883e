/** Calls that a commit replaces or gives other arguments, where the statements around them differ too. */
import { beforeAll, describe, expect, test } from 'vitest'
import { findChangedCalls } from '../../../src/core/difference/changed-calls.ts'
import { loadAllGrammars } from '../../support/grammars.ts'

beforeAll(loadAllGrammars)

const isOwn = (module: string) => module.startsWith('.') || module.startsWith('shop/')
const say = (path: string, before: string, after: string) =>
  findChangedCalls([{ path, before, after }], isOwn).map(({ line, was, is }) => `${line}: ${was} became ${is}`)

const HASH = 'import hashlib\n\ndef digest(text):\n    return hashlib.sha256(text.encode()).hexdigest()\n'
const TOKEN = "const { randomBytes } = require('node:crypto')\nexports.token = () => randomBytes(16).toString('hex')\n"
const FIND = "exports.find = (db, name) => db.query('SELECT * FROM users WHERE name = ?', [name])\n"
const LINK = 'package a\n\nimport "net/url"\n\nfunc Link(q string) string { return "/?q=" + url.QueryEscape(q) }\n'
const LOGIN = 'def login(user, password):\n    log.info("login %s", user)\n    return password\n'

describe('is shown', () => {
  test.each<[title: string, path: string, before: string, after: string, said: string]>([
    [
      'another function of a module',
      'a.py',
      HASH,
      'import hashlib\n\ndef digest(text):\n    data = text.encode()\n    hasher = hashlib.md5(data)\n    return hasher.hexdigest()\n',
      '5: hashlib.sha256 became hashlib.md5',
    ],
    [
      'a global function for an imported one',
      'a.js',
      TOKEN,
      'exports.token = () => Math.random().toString(16).slice(2)\n',
      '1: randomBytes became Math.random',
    ],
    [
      'a text for the arguments of a query',
      'a.js',
      FIND,
      "exports.find = (db, name) => {\n  const sql = `SELECT * FROM users WHERE name = '${name}'`\n  return db.query(sql)\n}\n",
      "3: db.query('SELECT * FROM users WHERE name = ?', [name]) became db.query(sql)",
    ],
    [
      'values inside of a query',
      'a.py',
      'def find(db, name):\n    return db.execute("SELECT id FROM users WHERE name = ?", (name,))\n',
      'def find(db, name):\n    return db.execute(f"SELECT id FROM users WHERE name = \'{name}\'")\n',
      '2: db.execute("SELECT id FROM users WHERE name = ?", (name,)) became db.execute(f"SELECT id FROM users WHERE name = \'{name}\'")',
    ],
    [
      'a call that is gone',
      'a.go',
      LINK,
      'package a\n\nimport "fmt"\n\nfunc Link(q string) string { return fmt.Sprintf("/?q=%s", q) }\n',
      '5: url.QueryEscape became fmt.Sprintf',
    ],
    [
      'a constant of Ruby that is called no longer',
      'a.rb',
      'require \'cgi\'\ndef title(t) = "<h1>#{CGI.escapeHTML(t)}</h1>"\n',
      'def title(text)\n  "<h1>#{text}</h1>"\nend\n',
      '1: CGI.escapeHTML became no call',
    ],
    [
      'an argument more, which the code had already',
      'a.py',
      LOGIN,
      LOGIN.replace('%s", user', '%s %s", user, password'),
      '2: log.info("login %s", user) became log.info("login %s %s", user, password)',
    ],
    [
      'named arguments that are gone',
      'a.py',
      'def get(client, url):\n    return client.get(url, timeout=5, verify=True)\n',
      'def get(client, url):\n    answer = client.get(url)\n    return answer\n',
      '2: client.get(url, timeout=5, verify=True) became client.get(url)',
    ],
  ])('%s', (_, path, before, after, said) => {
    expect(say(path, before, after)).toEqual([said])
  })
})

describe('is not shown', () => {
  test.each<[title: string, path: string, before: string, after: string]>([
    [
      'a function that is taken out',
      'a.py',
      HASH,
      `${HASH.replace('digest', 'other')}\ndef digest(text):\n    return other(text)\n`,
    ],
    ['a text with its values inside', 'a.py', LOGIN, LOGIN.replace('"login %s", user', 'f"login {user}"')],
    [
      'a name for an argument',
      'a.js',
      FIND,
      FIND.replace('=> db', "=> { const sql = 'SELECT * FROM users WHERE name = ?'\nreturn db")
        .replace(/query\('[^']*'/, 'query(sql')
        .replace(/\n$/, ' }\n'),
    ],
    [
      'a loop that becomes a call',
      'a.js',
      'exports.f = (xs) => { const a = []; for (const x of xs) a.push(x * 2); return a }\n',
      'exports.f = (xs) => xs.map((x) => x * 2)\n',
    ],
    [
      'own functions with other parameters',
      'a.js',
      'const g = (a, b) => a + b\nexports.f = (x) => g(x, 1)\n',
      'const g = (a) => a + 1\nexports.f = (x) => g(x)\n',
    ],
    [
      'a function that goes into its caller',
      'a.js',
      "import { h } from './h.js'\nconst g = (a) => h(a)\nexport const f = (x) => g(x)\n",
      "import { h } from './h.js'\nexport const f = (x) => h(x)\n",
    ],
    [
      'all arguments at once',
      'a.py',
      'def f(c, u):\n    return c.get(u, timeout=5)\n',
      'OPTIONS = {"timeout": 5}\n\ndef f(c, u):\n    return c.get(u, **OPTIONS)\n',
    ],
    [
      'another function of the project',
      'a.py',
      'from shop.a import f\n\nx = f(1)\n',
      'from shop.b import g\n\nx = g(1)\n',
    ],
    ['a callback more', 'a.js', 'exports.f = (c, k) => c.get(k)\n', 'exports.f = (c, k) => c.get(k, () => k)\n'],
    [
      'what is given in from outside',
      'a.js',
      'exports.f = (c) => c.start(1)\n',
      'exports.f = (c, clock) => c.start(1, clock)\n',
    ],
    ['a text without a grammar', 'a.kt', 'f(1, 2)', 'f(1)'],
  ])('%s', (_, path, before, after) => {
    expect(say(path, before, after)).toEqual([])
  })
})

test('a call that moves to another file is not shown', () => {
  const files = [
    { path: 'a.py', before: HASH, after: 'from b import digest\n' },
    { path: 'b.py', before: null, after: HASH },
  ]
  expect(findChangedCalls(files, isOwn)).toEqual([])
})
