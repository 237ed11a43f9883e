# `ruby <this file> <report> [<file>...]`: loads each test file with the project's own test-unit and writes the events
# that `reports/formats/node-events.ts` reads. The reports of test-unit name no file, and a file that does not load would
# keep the others from running.
require_relative 'events'
require 'test/unit'
require 'test/unit/collector/descendant'
require 'test/unit/ui/testrunnermediator'

module TddGate
  # The script runs the tests itself, once all files are loaded.
  Test::Unit::AutoRunner.need_auto_run = false

  # The file of the class: a method may come from a module of another one. A test case inside of another one is no
  # constant, and inherits from it.
  def self.file_of(klass, method)
    named = klass.ancestors.find { |one| one.is_a?(Class) && one < Test::Unit::TestCase && constant?(one) }
    place = named && Object.const_source_location(named.name)&.first
    place || (klass.method_defined?(method) && klass.instance_method(method).source_location&.first)
  end

  def self.constant?(klass)
    Object.const_get(klass.name).equal?(klass)
  rescue NameError, TypeError
    false
  end

  # Writes what the mediator tells while the tests run.
  class Listener
    def initialize(mediator)
      mediator.add_listener(Test::Unit::TestCase::STARTED_OBJECT) { |test| start(test) }
      mediator.add_listener(Test::Unit::TestResult::FAULT) { |fault| note(fault) }
      mediator.add_listener(Test::Unit::TestCase::FINISHED_OBJECT) { |test| finish(test) }
      mediator.add_listener(Test::Unit::TestSuite::STARTED_OBJECT) { |suite| @suite = suite }
    end

    private

    def start(test)
      @faults = []
      place = place_of(test)
      TddGate.write({ type: 'test:start', **place, name: test.class.name, nesting: 0 })
      TddGate.write({ type: 'test:start', **place })
    end

    def note(fault)
      return if fault.is_a?(Test::Unit::Notification)
      return @faults.push(fault) if @faults

      TddGate.refuse(file_around, fault.respond_to?(:exception) ? fault.exception : RuntimeError.new(fault.message))
    end

    def finish(test)
      error = @faults.map { |fault| error_of(fault) }.find { |one| one }
      marks = { skip: marked?(Test::Unit::Omission), todo: marked?(Test::Unit::Pending) }.compact
      type = error ? 'test:fail' : 'test:pass'
      TddGate.write({ type: type, **place_of(test), **(error ? { error: error } : marks) })
      @faults = nil
    end

    def marked?(kind)
      @faults.any? { |fault| fault.is_a?(kind) } || nil
    end

    # By the words of the file: test-unit puts its own in front of those of `test 'words'`.
    def place_of(test)
      file = TddGate.file_of(test.class, test.method_name)
      { name: test.local_name.delete_prefix('test: '), nesting: 1, file: TddGate.path_of(file), isInside: true }
    end

    # What fails before or behind all tests of a class.
    def file_around
      klass = @suite&.test_case
      klass ? TddGate.file_of(klass, klass.public_instance_methods(true).grep(/\Atest/).first) : $PROGRAM_NAME
    end

    def error_of(fault)
      stack = TddGate.clip(Array(fault.location).map { |at| "    at #{at}" }.join("\n"))
      details = { failureType: 'testCodeFailure', stack: stack }
      case fault
      when Test::Unit::Failure then { **details, message: TddGate.clip(fault.message), code: 'ERR_ASSERTION' }
      when Test::Unit::Error
        { **details, message: TddGate.clip(fault.exception.message), name: fault.exception.class.name }
      end
    end
  end
end

TddGate.load_files(['test/**/{test[_-]*,*[_-]test}.rb'], 'test/**/{test[_-]helper,run[_-]test}.rb')
suite = Test::Unit::Collector::Descendant.new.collect
mediator = Test::Unit::UI::TestRunnerMediator.new(suite)
TddGate::Listener.new(mediator)
TddGate.finish(mediator.run.passed?)
