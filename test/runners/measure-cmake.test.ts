import { printStory } from '../support/runner-story.ts'

printStory({
  runner: 'CMake',
  needs: ['cmake', '--version'],
  project: {
    'CMakeLists.txt':
      'cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nenable_testing()\nforeach(name test_old test_new)\nadd_executable(${name} test/${name}.c)\nadd_test(NAME ${name} COMMAND ${name})\nendforeach()\n',
    'test/test_old.c': '#include <assert.h>\nint main(void) { assert(1 + 2 == 3); return 0; }\n',
  },
  situations: {
    'a header is missing in one program, and the others run': {
      files: { 'test/test_new.c': '#include "basket.h"\nint main(void) { return 1; }\n' },
      outcomes: { 'test/test_old.c > test_old': 'passed' },
      loadErrors: { 'test/test_new.c': 'basket.h' },
    },
  },
})
