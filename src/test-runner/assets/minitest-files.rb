# `ruby <this file> <report> [<file>...]`: loads each test file with the project's own Minitest and writes the events
# that `reports/formats/node-events.ts` reads. Minitest itself writes no report, and a file that does not load would
# keep the others from running.
require_relative 'ruby/events'
require 'minitest'

module TddGate
  NUMBER = /\Atest_\d{4}_/

  # The file of the class: a method may come from a module of another one. A group of specifications is no constant,
  # though it may have the name of one.
  def self.file_of(klass)
    found = Object.const_get(klass)
    Object.const_source_location(klass)&.first if found.is_a?(Class) && found < Minitest::Runnable
  rescue NameError
    nil
  end

  # A specification without Minitest's number, which changes with the tests above it. Equal words need the number.
  def self.name_of(result)
    words = result.name.delete_prefix(result.name[NUMBER].to_s)
    words == 'anonymous' || names_in(result.klass)[words] != 1 ? result.name : words
  end

  def self.names_in(klass)
    @names ||= Minitest::Runnable.runnables.to_h do |group|
      [group.name, group.runnable_methods.map { |name| name.delete_prefix(name[NUMBER].to_s) }.tally]
    end
    @names[klass] || {}
  end

  class Reporter < Minitest::AbstractReporter
    def initialize
      super
      @passed = true
    end

    def start
      @began = true
    end

    def record(result)
      written, line = result.source_location
      file = TddGate.file_of(result.klass) || written
      name = "#{result.klass}##{TddGate.name_of(result)}"
      event = { name: name, nesting: 0, file: TddGate.path_of(file), isInside: true }
      TddGate.write({ type: 'test:start', **event })
      error = result.skipped? ? nil : error_of(result.failure)
      marks = result.skipped? ? { skip: true } : {}
      @passed &&= error.nil?
      TddGate.write({ type: error ? 'test:fail' : 'test:pass', **event, line: line, **marks, **(error ? { error: error } : {}) })
    end

    def passed?
      @passed
    end

    private

    def error_of(failure)
      return nil if failure.nil?

      cause = failure.error
      isAssertion = cause.is_a?(Minitest::Assertion)
      stack = Array(cause.backtrace).map { |at| "    at #{at}" }.join("\n")
      details = { failureType: 'testCodeFailure', message: TddGate.clip(cause.message), stack: TddGate.clip(stack) }
      isAssertion ? { **details, code: 'ERR_ASSERTION' } : { **details, name: cause.class.name }
    end
  end
end

module Minitest
  def self.plugin_tdd_gate_init(_options)
    reporter << TddGate::Reporter.new
  end
  extensions << 'tdd_gate'

  # The files may ask for it too; the script runs the tests itself, once all files are loaded.
  def self.autorun; end
end

seed = ARGV.first == '--seed' ? ARGV.shift(2).last : '0'
TddGate.load_files(['{test,spec}/**/{*_test,test_*,*_spec,spec_*}.rb'], '{test,spec}/**/{test,spec}_helper.rb')
TddGate.finish(Minitest.run(['--seed', seed]))
