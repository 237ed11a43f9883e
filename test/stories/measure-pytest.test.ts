import { printStory } from '../support/runner-story.ts'

printStory({
  runner: 'pytest',
  needs: ['python3', '-m', 'pytest', '--version'],
  project: {
    'shop/__init__.py': '',
    'shop/cart.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_cart.py': 'from shop.cart import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    'conftest.py': '',
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'tests/test_cart.py > test_adds': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'tests/test_new.py': 'def test_new():\n    assert 1 == 2\n' },
      only: ['tests/test_new.py'],
      outcomes: { 'tests/test_new.py > test_new': 'assertion' },
    },
    'a module is missing': {
      files: { 'tests/test_new.py': 'from shop.sub import sub\n\n\ndef test_new():\n    sub()\n' },
      outcomes: { 'tests/test_cart.py > test_adds': 'passed' },
      loadErrors: { 'tests/test_new.py': 'shop.sub' },
    },
    'a function is missing': {
      files: { 'tests/test_new.py': 'from shop.cart import sub\n\n\ndef test_new():\n    sub()\n' },
      only: ['tests/test_new.py'],
      loadErrors: { 'tests/test_new.py': 'sub' },
    },
    'a test ends the process as if all were well': {
      files: { 'tests/test_new.py': 'import os\n\n\ndef test_new():\n    os._exit(0)\n' },
      only: ['tests/test_new.py'],
      problems: ['no-report'],
    },
    'a file is empty': {
      files: { 'tests/test_new.py': '' },
      only: ['tests/test_new.py'],
      outcomes: { 'tests/test_cart.py > test_adds': 'passed' },
    },
    'tests hang': {
      files: { 'tests/test_new.py': 'import time\n\n\ndef test_new():\n    time.sleep(100)\n' },
      timeoutSeconds: 5,
      problems: ['timeout'],
    },
    'skipped and expected to fail': {
      files: {
        'tests/test_new.py':
          'import pytest\n\n\n@pytest.mark.skip\ndef test_skip():\n    pass\n\n\n@pytest.mark.xfail\ndef test_xfail():\n    assert False\n',
      },
      only: ['tests/test_new.py'],
      outcomes: { 'tests/test_new.py > test_skip': 'skipped', 'tests/test_new.py > test_xfail': 'expected-failure' },
    },
    'a conftest.py needs what is missing': {
      files: { 'tests/conftest.py': 'import shop.nope\n' },
      loadErrors: { 'tests/conftest.py': 'shop.nope' },
    },
    'a hook that turns every outcome into a pass': {
      files: {
        'conftest.py':
          'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
      },
      outcomes: { 'tests/test_cart.py > test_adds': 'passed' },
      problems: ['canary'],
    },
  },
})
