# `python3 <this file> <report> [<file>...]`: loads each test file with Python's own unittest and writes the events that
# `reports/formats/node-events.ts` reads. unittest itself writes no report.
import glob
import importlib
import json
import os
import sys
import traceback
import unittest

MAX_TEXT = 8_000
PATTERNS = ('**/test*.py', '**/*_test.py')
OUTSIDE = ('.', 'venv', 'node_modules', 'build', 'dist')


def own_file(path):
    """Opens a file that no other start of this script has: the path, or the first free one of `name-2.ending`, ..."""
    name, ending = os.path.splitext(path)
    number = 1
    while True:
        try:
            return open(path if number == 1 else f'{name}-{number}{ending}', 'x', encoding='utf-8', errors='replace')
        except FileExistsError:
            number += 1


report = own_file(sys.argv[1])
names = sys.argv[2:]
sys.argv[1:] = []
# `python3 -m unittest` starts in the folder of the project.
sys.path[0] = os.getcwd()


def write(**event):
    report.write(json.dumps(event, separators=(',', ':')) + '\n')
    report.flush()


def clip(text):
    return str(text)[:MAX_TEXT]


def find_files():
    found = {path for pattern in PATTERNS for path in glob.glob(pattern, recursive=True)}
    return sorted(path for path in found if not any(part.startswith(OUTSIDE) for part in path.split(os.sep)))


def load(path):
    """The module is named from the folder above the outermost package, as `import` names it."""
    folder, name = os.path.split(os.path.splitext(os.path.abspath(path))[0])
    while os.path.exists(os.path.join(folder, '__init__.py')):
        folder, parent = os.path.split(folder)
        name = f'{parent}.{name}'
    if folder not in sys.path:
        sys.path.insert(1, folder)
    known = sys.modules.get(name)
    if known is not None and os.path.abspath(getattr(known, '__file__', None) or '') != os.path.abspath(path):
        del sys.modules[name]
    return importlib.import_module(name)


def get_error(kind, value, trace):
    text = ''.join(traceback.format_exception(kind, value, trace))
    error = {'failureType': 'testCodeFailure', 'message': clip(value), 'stack': text[-MAX_TEXT:]}
    is_assertion = issubclass(kind, AssertionError)
    return {**error, 'code': 'ERR_ASSERTION'} if is_assertion else {**error, 'name': kind.__name__}


class Result(unittest.TestResult):
    def __init__(self, file):
        super().__init__()
        self.file = file
        self.part = None

    def event(self, test, kind, **more):
        groups = type(test).__qualname__.split('.')
        place = {'file': self.file, 'nesting': len(groups), 'isInside': True}
        name = getattr(test, '_testMethodName', str(test))
        for nesting, group in enumerate(groups):
            write(type='test:start', **{**place, 'nesting': nesting}, name=group)
        write(type='test:start', **place, name=name)
        write(type=kind, **place, name=name, **more)

    def startTest(self, test):
        super().startTest(test)
        self.part = None

    def addSuccess(self, test):
        if self.part is None:
            self.event(test, 'test:pass')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            self.event(test, 'test:pass', skip=True)
        else:
            write(type='test:pass', name=str(test), file=self.file, nesting=0, isInside=True, kind='suite', skip=True)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.event(test, 'test:fail', error=get_error(*error))

    def addError(self, test, error):
        super().addError(test, error)
        if isinstance(test, unittest.TestCase):
            self.event(test, 'test:fail', error=get_error(*error))
            return
        # A failed `setUpClass` or `setUpModule`: none of its tests ran.
        hook = {**get_error(*error), 'failureType': 'hookFailed'}
        write(type='test:fail', name=str(test), file=self.file, nesting=0, isInside=True, kind='suite', error=hook)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None and self.part is None:
            self.part = subtest
            self.event(test, 'test:fail', error=get_error(*error))

    def addExpectedFailure(self, test, error):
        super().addExpectedFailure(test, error)
        self.event(test, 'test:pass', expectFailure=True)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.event(test, 'test:fail', error={'failureType': 'expectedFailure', 'message': 'passed unexpectedly'})


def run(path):
    place = {'name': path, 'file': path, 'nesting': 0, 'line': 1, 'column': 1}
    try:
        suite = unittest.defaultTestLoader.loadTestsFromModule(load(path))
    except unittest.SkipTest:
        write(type='test:pass', name=path, file=path, nesting=0, isInside=True, skip=True)
        return True
    except (Exception, SystemExit) as error:
        told = ''.join(traceback.format_exception_only(type(error), error)) + traceback.format_exc()
        write(type='test:fail', **place, error={'failureType': 'testCodeFailure', 'exitCode': 1}, stderr=clip(told))
        sys.stderr.write(told)
        return False
    result = Result(path)
    suite.run(result)
    if suite.countTestCases() == 0:
        write(type='test:pass', **place)
    return result.wasSuccessful()


write(type='tdd-gate:node-events', version=1, node='v0')
passed = [run(path) for path in (names or find_files())]
write(type='tdd-gate:end')
report.close()
sys.stdout.flush()
os._exit(0 if all(passed) else 1)
