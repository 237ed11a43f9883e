# `exunit-files.mjs` loads this formatter: it writes one line of JSON for each test that began, and for each that ended.
defmodule TddGate.Formatter do
  use GenServer

  def init(_options) do
    {:ok, File.open!(System.fetch_env!("TDD_GATE_REPORT"), [:append])}
  end

  def handle_cast({:test_started, test}, report), do: write(report, "started", test, "")
  def handle_cast({:test_finished, test}, report), do: write(report, "ended", test, result(test.state))

  def handle_cast({:suite_finished, _times}, report) do
    IO.binwrite(report, "{\"type\":\"end\"}\n")
    {:noreply, report}
  end

  def handle_cast(_event, report), do: {:noreply, report}

  defp write(report, type, test, more) do
    name = test.name |> Atom.to_string() |> String.replace_prefix("test ", "")
    group = text(Map.get(test.tags, :describe) || "")
    place = "\"file\":#{text(test.tags.file)},\"line\":#{test.tags.line},\"module\":#{text(inspect(test.module))}"
    IO.binwrite(report, "{\"type\":\"#{type}\",\"name\":#{text(name)},#{place},\"group\":#{group}#{more}}\n")
    {:noreply, report}
  end

  defp result(nil), do: ""
  defp result({:skipped, _why}), do: ",\"skip\":true"
  defp result({:excluded, _why}), do: ",\"skip\":true"
  defp result({:invalid, _module}), do: error("a hook of the module failed", false)

  defp result({:failed, [{kind, reason, stack} | _more]}) do
    is_assertion = match?(%ExUnit.AssertionError{}, reason)
    raw = if is_assertion, do: Exception.message(reason), else: Exception.format_banner(kind, reason, stack)
    error(raw, is_assertion)
  end

  defp error(raw, is_assertion) do
    code = if is_assertion, do: ",\"code\":\"ERR_ASSERTION\"", else: ""
    message = raw |> String.replace_prefix("** ", "") |> String.slice(0, 8_000)
    ",\"error\":{\"failureType\":\"testCodeFailure\",\"message\":#{text(message)}#{code}}"
  end

  defp text(raw), do: "\"" <> for(<<letter::utf8 <- raw>>, into: "", do: escape(letter)) <> "\""
  defp escape(?"), do: "\\\""
  defp escape(?\\), do: "\\\\"
  defp escape(letter) when letter < 32, do: "\\u00" <> (letter |> Integer.to_string(16) |> String.pad_leading(2, "0"))
  defp escape(letter), do: <<letter::utf8>>
end
