/** Extracts the missing name from the error messages of runtimes and compilers. */
import type { Missing } from '../../core/model/test-run.ts'

type Pattern = readonly [kind: Missing['kind'], pattern: RegExp]

const module = (pattern: RegExp): Pattern => ['module', pattern]
const symbol = (pattern: RegExp): Pattern => ['symbol', pattern]

/** The first group is the name. All repetitions are bounded, because the text is hostile. */
const JAVASCRIPT: readonly Pattern[] = [
  module(/Cannot find (?:module|package) ['"]([^'"\n]{1,500})['"]/),
  module(/Failed to resolve import ["']([^"'\n]{1,500})["']/),
  module(/Failed to load url (\S{1,500})/),
  module(/Module not found "([^"\n]{1,500})"/),
  module(/(?:Could not resolve|Can't resolve) ["']([^"'\n]{1,500})["']/),
  symbol(/does not provide an export named ['"]([^'"\n]{1,200})['"]/),
  symbol(/Export named ['"]([^'"\n]{1,200})['"] not found in module/),
  symbol(/No matching export in "[^"\n]{1,500}" for import "([^"\n]{1,200})"/),
  symbol(/has no exported member (?:named )?['"]([^'"\n]{1,200})['"]/),
  symbol(/Cannot find name ['"]([^'"\n]{1,200})['"]/),
  symbol(/Expected [\d-]{1,9} (arguments?), but got \d/),
  symbol(/Property ['"]([^'"\n]{1,200})['"] does not exist on type/),
  symbol(/(?:^|[\s:])((?:\(0 ?, )?[^\s'"`:]{1,200}) is not a (?:function|constructor)\b/m),
  symbol(/(?:^|[\s:])([\w$]{1,200}) is not defined\b/m),
  symbol(/Can't find variable: ([\w$]{1,200})/),
  symbol(/Cannot read properties of undefined \(reading ['"]([^'"\n]{1,200})['"]\)/),
  symbol(/Cannot read property ['"]([^'"\n]{1,200})['"] of undefined/),
  symbol(/undefined is not (?:an object|a function|a constructor) \(evaluating ['"]([^'"\n]{1,200})['"]\)/),
]

const PYTHON: readonly Pattern[] = [
  module(/No module named ['"]?([\w.]{1,300})/),
  symbol(/cannot import name ['"]([^'"\n]{1,200})['"]/),
  symbol(/(?:has no|does not have the) attribute ['"]([^'"\n]{1,200})['"]/),
  symbol(/name ['"]([^'"\n]{1,200})['"] is not defined/),
  symbol(/got an unexpected keyword argument ['"]([^'"\n]{1,200})['"]/),
  symbol(/fixture ['"]([^'"\n]{1,200})['"] not found/),
]

/**
 * Errors in the frame of the test: an argument that the function does not take yet, or a result without the property.
 * Only the first line counts, because later lines belong to handled causes. A test function that lacks an argument is a
 * mistake of the test.
 */
const RAISED: readonly Pattern[] = [
  symbol(/([\w.<>]{1,200})\(\) takes (?:no (?:keyword )?|(?:from \d+ to )?\d+ positional )arguments?\b/),
  symbol(/(?<![\w.<>])(?!(?:[\w<>]{1,80}\.){0,8}test)([\w.<>]{1,200})\(\) missing \d+ required /),
  symbol(/^KeyError: ['"]?([^\n]{1,200}?)['"]?$/),
  symbol(/^IndexError: ([\w ]{1,60}) out of range/),
  symbol(/^ValueError: (?:not enough|too many) (values) to unpack/),
  symbol(/cannot unpack non-iterable (NoneType) object/),
  symbol(/object of type '(NoneType)' has no len\(\)/),
  symbol(/'(NoneType)' object (?:is not|does not support) /),
  symbol(/argument of type '(NoneType)' is not /),
  symbol(/unsupported operand type\(s\) for [^\n]{1,80}'(NoneType)'/),
  symbol(/not supported between instances of [^\n]{0,80}'(NoneType)'/),
  symbol(/(?:^|[\s:])(?!object is)([^\s'"`:]{1,200}) is not iterable\b/),
  symbol(/Cannot destructure property '([^'\n]{1,200})' of/),
]

const GO: readonly Pattern[] = [
  symbol(/(?:not enough|too many) arguments in call to ([\w.]{1,200})/),
  symbol(/assignment mismatch: \d+ variables? but ([\w.]{1,200})(?:\([^\n]{0,200}\))? returns? /),
  symbol(/:\d+: undefined: ([\w.]{1,200})/),
  symbol(/([\w.]{1,200}) undefined \(type /),
  module(/no required module provides package ([^\s;]{1,300})/),
  module(/cannot find (?:package|module providing package) "?([^\s";]{1,300})/),
  module(/package (\S{1,300}) is not in /),
  module(/(?:go build|package|imports) (\S{1,300}): no non-test Go files in /),
]

const JAVA: readonly Pattern[] = [
  symbol(/cannot find symbol[\s\S]{0,200}?symbol: +(?:method|class|variable|interface|constructor) ([\w$]{1,200})/),
  symbol(/(?:method|constructor) ([\w$]{1,200}) in \w{1,20} [^\n]{1,200} cannot be applied to given types/),
  module(/package ([\w.]{1,300}) does not exist/),
  symbol(/NoSuch(?:Method|Field)Error: '?(?:\w[\w.$[\]]{0,200} )?([\w.$]{1,300})/),
  symbol(/(?:ClassNotFoundException|NoClassDefFoundError): ([\w./$]{1,300})/),
  symbol(/[Uu]nresolved reference:? '?([\w$]{1,200})/),
]

const SCALA_AND_GROOVY: readonly Pattern[] = [
  symbol(/value ([\w$]{1,200}) is not a member of/),
  symbol(/not found: (?:value|type|object) ([\w$]{1,200})/),
  symbol(/No signature of method: ([\w.$]{1,300})\(/),
  symbol(/No such property: ([\w$]{1,200})/),
]

const RUST: readonly Pattern[] = [
  symbol(
    /cannot find (?:function|value|type|struct|macro|trait|derive macro|tuple struct)[^`\n]{0,60}`([^`\n]{1,200})`/,
  ),
  symbol(/use of (?:undeclared|unresolved) [^`\n]{1,60}`([^`\n]{1,200})`/),
  symbol(/no (?:method|function or associated item|associated item|variant)[^`\n]{0,60} named `([^`\n]{1,200})` found/),
  symbol(/no field `([^`\n]{1,200})` on type/),
  module(/unresolved imports? `([^`\n]{1,200})`/),
  module(/file not found for module `([^`\n]{1,200})`/),
  symbol(/has no field named `([^`\n]{1,200})`/),
  symbol(/this (\w{1,20}(?: \w{1,20})?) takes \d+ (?:\w{1,20} )?arguments? but \d+/),
  symbol(/the trait bound `([^`\n]{1,200})` is not satisfied/),
  symbol(/error\[E0603\]: \w{1,20}(?: \w{1,20})? `([^`\n]{1,200})` is private/),
  module(/can't find crate for `([^`\n]{1,200})`/),
]

const RUBY_AND_PHP: readonly Pattern[] = [
  symbol(/wrong number of (arguments) \(given \d/),
  symbol(/undefined (?:local variable or )?method [`']([^'`\n]{1,200})'/),
  symbol(/uninitialized constant ([\w:]{1,300})/),
  module(/Failed opening required '(?:[^'\n]{0,400}\/)?([^'/\n]{1,200})'/),
  module(/cannot load such file -- (\S{1,300})/),
  symbol(/Call to undefined (?:function|method) ([\w\\:]{1,300})/),
  symbol(/(?:Class|Interface|Trait|Enum) ['"]([\w\\]{1,300})['"] not found/),
  symbol(/Undefined constant ['"]?([\w\\:]{1,300})/),
]

const OTHERS: readonly Pattern[] = [
  symbol(/type or namespace name ['"]([^'"\n]{1,200})['"]/),
  symbol(/The name ['"]([^'"\n]{1,200})['"] does not exist in the current context/),
  symbol(/does not contain a definition for ['"]([^'"\n]{1,200})['"]/),
  symbol(/['‘`]([\w:~]{1,300})['’] was not declared in this scope/),
  symbol(/use of undeclared identifier '([\w:]{1,300})'/),
  symbol(/undefined reference to [`'‘]([\w:~]{1,300})/),
  symbol(/has no member named ['‘]([\w~]{1,300})['’]/),
  symbol(/no member named '([\w~]{1,300})' in/),
  symbol(/unknown type name ['‘](\w{1,300})['’]/),
  symbol(/['‘](\w{1,300})['’] undeclared \(/),
  symbol(/storage size of ['‘](\w{1,300})['’] isn/),
  symbol(/too (?:many|few) arguments to function ['‘]([\w: *&<>]{1,300})/),
  symbol(/['‘]([\w~:]{1,300})['’] is not a member of/),
  symbol(/no matching (?:function|member function|constructor) for call to ['‘]([\w~:<>]{1,300})/),
  symbol(/['‘]([\w:]{1,300})['’] does not name a type/),
  symbol(/['‘]([\w: *&]{1,300})['’] has (?:incomplete type|not been declared|initializer but incomplete type)/),
  symbol(/implicit declaration of function ['‘](\w{1,300})['’]/),
  module(/fatal error: (\S{1,300}): No such file or directory/),
  module(/fatal error: '([^'\n]{1,300})' file not found/),
  symbol(/cannot find '([^'\n]{1,200})' in scope/),
  module(/no such module '([^'\n]{1,200})'/),
  module(/Can't locate (\S{1,300}\.pm) in @INC/),
  symbol(/Undefined subroutine &([\w:]{1,300})/),
  symbol(/has no member '([^'\n]{1,200})'/),
  symbol(/(?:Method|Getter) not found: '([^'\n]{1,200})'/),
  symbol(/The (?:method|getter|function) '([^'\n]{1,200})' isn't defined/),
  module(/module '([^'\n]{1,300})' not found/),
  symbol(/attempt to call \w{1,20} '([^'\n]{1,200})' \(a nil value\)/),
  symbol(/attempt to call a nil value \(\w{1,20} '([^'\n]{1,200})'\)/),
  symbol(/not in scope:(?: data constructor| type constructor or class)? ‘?([\w.']{1,200})/),
  module(/Could not find module [‘`]([\w.]{1,300})/),
  symbol(/Unbound (?:value|constructor) ([\w.]{1,200})/),
  module(/Unbound module ([\w.]{1,200})/),
  symbol(/UndefVarError: `?([^\s`]{1,200})`? not defined/),
  symbol(/could not find function "([^"\n]{1,200})"/),
  symbol(/Unable to resolve symbol: (\S{1,200})/),
  symbol(/function ([\w.:@']{1,300})\/\d+ is undefined/),
  symbol(/(?:record|function) ([\w@]{1,300})(?:\/\d{1,3})? undefined/),
  symbol(/undefined macro '(\w{1,300})/),
  module(/can't find include (?:file|lib) "([^"\n]{1,300})"/),
  symbol(/([\w.]{1,300})\.__struct__\/\d is undefined/),
  symbol(/undefined (?:function|variable) "?([\w.]{1,300}[!?]?)/),
  module(/module ([\w.]{1,300}) is not loaded and could not be found/),
]

// Python and Swift come before JavaScript, because «name 'x' is not defined» and «cannot find» are more specific.
const PATTERNS = [...PYTHON, ...GO, ...OTHERS, ...JAVASCRIPT, ...JAVA, ...SCALA_AND_GROOVY, ...RUST, ...RUBY_AND_PHP]

/** A cheap filter that rejects most failures before the ninety exact patterns. */
const HINT =
  /not an? |not de|not been|not satis|unknown type|incomplete|is private|storage size|implicit decl|not fo|not pr|not be found|not ex|not con|not in |undef|unres|undecl|uninit|unexpected key|annot |n't |no |No |Undefined|NoSuch|ClassNotFound|NoClassDef|Failed to|Could not|does not|such file|[Uu]nresolved|not fi|nil value|Unbound|UndefVar|Unable to resolve|type or namespace|arguments|mismatch|Failed opening/

const RAISED_HINT = /takes|missing|Error: |NoneType|not iterable|destructure/
/** Bound on the searched characters. Patterns that start with a name rescan long words from every character. */
const MAX_RAISED = 1_000

/** Returns the missing name, or null. `text` should contain messages, not source lines. */
export function findMissing(text: string): Missing | null {
  const first = text.slice(0, MAX_RAISED).split('\n', 1)[0] ?? ''
  const raised = RAISED_HINT.test(first) ? firstMatch(RAISED, first) : null
  if (raised !== null) return raised
  return HINT.test(text) ? firstMatch(PATTERNS, text) : null
}

function firstMatch(patterns: readonly Pattern[], text: string): Missing | null {
  for (const [kind, pattern] of patterns) {
    const name = pattern.exec(text)?.[1]
    if (name) return { kind, name: plainName(name, pattern) }
  }
  return null
}

const SHELL_COMMAND = /\.(?:bats|sh|bash|zsh): line \d+: (\S{1,300}): command not found/
const SHELL_FILE = /\.(?:bats|sh|bash|zsh): line \d+: (\S{1,300}): No such file or directory/

/** Returns the command, function or script path that a shell did not find. */
export function findMissingCommand(text: string): Missing | null {
  const command = SHELL_COMMAND.exec(text)?.[1]
  if (command !== undefined) return { kind: 'symbol', name: command }
  const file = SHELL_FILE.exec(text)?.[1]
  return file === undefined ? null : { kind: 'module', name: file }
}

/** Removes prefixes of transpilers and class files: `(0 , __vite_ssr_import_0__.add)` is `add`, `a/B` is `a.B`. */
function plainName(name: string, pattern: RegExp): string {
  if (pattern.source.includes('NoClassDefFound')) return name.replaceAll('/', '.')
  const called = /^\(0 ?, ?(?:[\w$]+\.)*([\w$]+)\)$/.exec(name)
  return called?.[1] ?? name.replace(/^__vite_ssr_import_\d+__\./, '')
}
