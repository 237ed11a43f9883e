# Required by RSpec: names each example that has no words by its source. RSpec names it by the matcher that ran last,
# so its name would change with the code, and be a line number where the subject raises.
module TddGate
  module Names
    MAX_LINES = 20
    MAX_NAME = 200
    OPENING = /\A.*?(?:\{|\bdo\b)\s*(?:\|[^|]*\|\s*)?/m
    CLOSING = /\s*(?:\}|\bend)\s*\z/
    SHOWN = [Integer, Float, String, Symbol, TrueClass, FalseClass, NilClass].freeze

    def self.name(block)
      file, line = block.source_location
      text = source(file, line)
      body = text.sub(OPENING, '').sub(CLOSING, '')
      body = body.sub(CLOSING, '') while body.count('}') > body.count('{') && body.match?(CLOSING)
      words = (body.strip.empty? ? text : body).split.join(' ')
      "#{words}#{values(block, words)}"[0, MAX_NAME]
    rescue StandardError
      nil
    end

    # From the line that declares the example to the one that closes it: the first with no deeper indentation.
    def self.source(file, line)
      first, *rest = File.foreach(file).drop(line - 1).first(MAX_LINES)
      call = first[/(?:\b(?:its?|specify|example)\b|->)(?:\([^)]*\))?\s*(?:\{|do\b).*/m]
      return call || first if call.nil? || !call.match?(/\bdo\s*(?:\|[^|]*\|\s*)?$|\{\s*$/)

      depth = first[/\A\s*/].size
      ending = rest.index { |other| !other.strip.empty? && other[/\A\s*/].size <= depth }
      [call, *rest[0..ending]].join
    end

    # Rows of a loop share their source and differ by what it names.
    def self.values(block, words)
      named = block.binding.local_variables.select { |name| words.match?(/(?<![\w.:@$])#{name}\b/) }
      shown = named.filter_map do |name|
        value = block.binding.local_variable_get(name)
        "#{name} = #{value.inspect}" if SHOWN.any? { |kind| value.instance_of?(kind) }
      end
      shown.empty? ? '' : " (#{shown.join(', ')})"
    end
  end
end

RSpec.configure do |config|
  config.define_derived_metadata do |metadata|
    block = metadata[:block]
    next if block.nil? || !metadata.key?(:execution_result) || !metadata[:description].to_s.empty?

    name = TddGate::Names.name(block)
    next if name.nil?

    metadata[:description] = name
    metadata[:full_description] = "#{metadata[:full_description].to_s.strip} #{name}"
  end
end
