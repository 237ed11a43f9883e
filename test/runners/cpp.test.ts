import type { Body, Dialect } from '../support/dialect.ts'
import { printTool, STILL_FAILING, toPascal, VANISHED } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return n;',
  tenth: 'return n / 10;',
  twentieth: 'return n / 20;',
  'tenth-otherwise': 'return n / 5 / 2;',
  exit: 'std::exit(0);',
  rejection: 'return n / 10;',
}
const code: Pick<Dialect, 'testPath' | 'sourcePath' | 'source'> = {
  testPath: (module) => `test/${module}_test.cpp`,
  sourcePath: (module) => `src/${module}.h`,
  source: (symbol, body) =>
    `#pragma once\n#include <cstdlib>\n\ninline int ${symbol}(int n) {\n    ${BODIES[body]}\n}\n`,
}
/** @param library what each program needs @param link what it is linked with */
const getLists = (library: string, link: string) => `cmake_minimum_required(VERSION 3.20)
project(shop CXX)
set(CMAKE_CXX_STANDARD 17)
enable_testing()
${library}
file(GLOB tests CONFIGURE_DEPENDS test/*_test.cpp)
foreach(path \${tests})
  get_filename_component(name \${path} NAME_WE)
  add_executable(\${name} \${path})
  ${link}
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`
const has = (header: string, tool = 'cmake'): [string, ...string[]] => [
  'sh',
  '-c',
  `${tool} --version && echo '#include <${header}>' | c++ -E -x c++ -`,
]

const google: Dialect['tests'] = ({ module }, specs) => {
  const tests = specs.map(
    ({ name, input, output, mode }) =>
      `\nTEST(${toPascal(module)}, ${toPascal(name)}) {\n${mode === 'skip' ? '    GTEST_SKIP();\n' : ''}    EXPECT_EQ(${module}(${input}), ${output});\n}\n`,
  )
  return `#include <gtest/gtest.h>\n#include "../src/${module}.h"\n${tests.join('')}`
}

printTool({
  ...code,
  runner: 'CMake',
  variant: 'GoogleTest',
  needs: has('gtest/gtest.h'),
  own: { crash: STILL_FAILING },
  project: {
    'CMakeLists.txt': getLists('find_package(GTest REQUIRED)', 'target_link_libraries(${name} GTest::gtest_main)'),
  },
  tests: google,
})

const MESON = `project('shop', 'cpp', default_options: ['cpp_std=c++17'])
files = import('fs')
google = dependency('gtest', main: true)
foreach name : ['price', 'discount']
  path = 'test' / name + '_test.cpp'
  if files.exists(path)
    test(name, executable(name + '_test', path, dependencies: google))
  endif
endforeach
`
printTool({
  ...code,
  runner: 'Meson',
  needs: has('gtest/gtest.h', 'meson'),
  own: { crash: STILL_FAILING },
  project: { 'meson.build': MESON },
  tests: google,
})

printTool({
  ...code,
  runner: 'CMake',
  variant: 'Catch2',
  needs: has('catch2/catch.hpp'),
  // Hidden tests are in no report.
  own: { skip: VANISHED, crash: STILL_FAILING },
  project: { 'CMakeLists.txt': getLists('', '') },
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `\nTEST_CASE("${name}"${mode === 'skip' ? ', "[.]"' : ''}) {\n    REQUIRE(${module}(${input}) == ${output});\n}\n`,
    )
    return `#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#include "../src/${module}.h"\n${tests.join('')}`
  },
})
