%% `exunit-files.mjs eunit` gives EUnit this listener: one line of JSON for each test that began, and for each that ended.
-module(tdd_gate_eunit).
-behaviour(eunit_listener).
-export([start/0, start/1]).
-export([init/1, handle_begin/3, handle_end/3, handle_cancel/3, terminate/2]).

-define(CANCELLED, ",\"isCancelled\":true").

start() -> start([]).

start(Options) -> eunit_listener:start(?MODULE, Options).

init(_Options) ->
    {ok, Report} = file:open(os:getenv("TDD_GATE_REPORT"), [append, raw, binary]),
    receive {start, _Reference} -> {Report, ""} end.

%% Only the groups of modules have a name that leads to a file.
handle_begin(group, Data, {Report, Module}) ->
    case of_module(to_text(get(desc, Data))) of
        {match, [Name]} -> {Report, Name};
        nomatch -> {Report, Module}
    end;
handle_begin(test, Data, State) -> write("started", Data, "", State).

handle_end(group, _Data, State) -> State;
handle_end(test, Data, State) -> write("ended", Data, result(get(status, Data)), State).

%% A group without a reason is one whose member was cancelled. EUnit may end here, before the modules that follow.
handle_cancel(group, Data, State) ->
    case get(reason, Data) of
        undefined -> State;
        {blame, _Member} -> State;
        {abort, {generator_failed, {Source, Thrown}}} ->
            write("ended", [{source, Source} | Data], [result({error, Thrown}), ?CANCELLED], State);
        Reason -> write("ended", Data, [cancelled(Reason), ?CANCELLED], State)
    end;
handle_cancel(test, Data, State) -> write("ended", Data, [cancelled(get(reason, Data)), ?CANCELLED], State).

terminate({ok, _Counts}, {Report, _Module}) ->
    ok = file:write(Report, "{\"type\":\"end\"}\n"),
    file:close(Report);
terminate({error, _Reason}, {Report, _Module}) -> file:close(Report).

get(Key, Data) -> proplists:get_value(Key, Data).

of_module(Title) -> re:run(Title, "^module '(.+)'$", [{capture, [1], list}, unicode]).

%% EUnit gives the only test of a module the module's title.
title(Data) ->
    Title = to_text(get(desc, Data)),
    case of_module(Title) of nomatch -> Title; {match, _Name} -> "" end.

write(Type, Data, More, {Report, Around} = State) ->
    {Module, Function} = source(get(source, Data), Around),
    {Name, Group} =
        case title(Data) of
            "" -> {Function, ""};
            Title -> {Title, Function}
        end,
    Line = integer_to_list(max(1, proplists:get_value(line, Data, 1))),
    Place = [",\"name\":", quote(Name), ",\"file\":", quote(Module), ",\"module\":", quote(Module), ",\"group\":", quote(Group)],
    ok = file:write(Report, ["{\"type\":\"", Type, "\",\"line\":", Line, Place, More, "}\n"]),
    State.

%% A test of a generator is a function without a name: its number changes with the code above it.
source({Module, Function, _Arity}, _Around) ->
    Name = atom_to_list(Function),
    case re:run(Name, "^-(.+)/\\d+-fun-\\d+-$", [{capture, [1], list}, unicode]) of
        {match, [Generator]} -> {atom_to_list(Module), Generator};
        nomatch -> {atom_to_list(Module), Name}
    end;
source(_None, Around) -> {Around, "fixture"}.

result(ok) -> "";
result({error, {error, undef, [{Module, Function, Given, _Place} | _Stack]}}) ->
    Arity = if is_list(Given) -> length(Given); true -> Given end,
    failure("testCodeFailure", format("error:undef: function ~ts:~ts/~b is undefined", [Module, Function, Arity]), "");
result({error, {Class, Reason, _Stack}}) ->
    Code = case is_assertion(Reason) of true -> ",\"code\":\"ERR_ASSERTION\""; false -> "" end,
    failure("testCodeFailure", format("~ts:~0tp", [Class, Reason]), Code);
result(Other) -> cancelled(Other).

is_assertion({Name, Facts}) when is_atom(Name), is_list(Facts) -> lists:prefix("assert", atom_to_list(Name));
is_assertion(_Reason) -> false.

cancelled({timeout, _Stack}) -> cancelled(timeout);
cancelled(timeout) -> failure("testTimeoutFailure", "EUnit ended it: timeout", "");
cancelled({abort, {_What, {_Class, _Reason, _Stack} = Thrown}}) -> result({error, Thrown});
cancelled(Reason) -> failure("testCodeFailure", format("cancelled: ~0tp", [Reason]), "").

failure(Type, Text, Code) ->
    Message = quote(lists:sublist(Text, 8000)),
    [",\"error\":{\"failureType\":\"", Type, "\",\"message\":", Message, Code, "}"].

format(Template, Values) -> lists:flatten(io_lib:format(Template, Values)).

to_text(undefined) -> "";
to_text(Chars) ->
    case unicode:characters_to_list(Chars) of
        Text when is_list(Text) -> Text;
        _Broken -> format("~tp", [Chars])
    end.

quote(Text) -> ["\"", [escape(Char) || Char <- Text], "\""].

escape($") -> "\\\"";
escape($\\) -> "\\\\";
escape(Char) when Char < 32 -> io_lib:format("\\u~4.16.0b", [Char]);
escape(Char) -> unicode:characters_to_binary([Char]).
