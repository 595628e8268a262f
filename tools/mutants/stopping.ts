import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of ending a run, and of how long it waits. */
export const stoppingMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/reconcile/stop.test.ts"],
    [
      [
        "a run whose time is over looks for duplicates",
        "if (signal?.aborted !== true) return await look(signal);",
        "if (signal !== null) return await look(signal);",
      ],
      [
        "a run whose time is over does not look for ever",
        "  clock.sleep(lastLookMs, isSeen.signal).then(",
        "  clock.sleep(lastLookMs * 1000, isSeen.signal).then(",
      ],
      [
        "where nothing gets through, nobody looks for duplicates",
        'blind.includes(result.error?.code ?? "")) return result;',
        'blind.includes("")) return result;',
      ],
      [
        "who stops a run need not wait for its look for duplicates",
        'if (result.outcome !== "partial" || blind',
        "if (blind",
      ],
      [
        "a run that created nothing has looked for duplicates",
        "run.identities.created.size === 0 &&",
        "run.identities.created.size < 0 &&",
      ],
      [
        "an operation that was refused on three objects is not begun",
        "if (!hasBegun && isStopped(operation)) {",
        "if (hasBegun && isStopped(operation)) {",
      ],
      ["two refusals stop nothing", "const mostRefused = 3;", "const mostRefused = 2;"],
      [
        "an operation that was done once is not stopped",
        "    !done.has(operation) && (refusedOn",
        "    !done.has(operation.concat(operation)) && (refusedOn",
      ],
      [
        "what is not permitted is told as not tried",
        "  if (isNotPermitted(error)) {\n",
        '  if (isNotPermitted(error) && error.code === "") {\n',
      ],
      [
        "waits that the service asked for are no lack of progress",
        "(wereInVain ? 0 : stats.askedMs - since.askedMs)",
        "(wereInVain ? 0 : 0)",
      ],
      [
        "waits that are asked for at once are one",
        "askedMs += Math.max(0, end - Math.max(clock.now(), until));",
        "askedMs += ms;",
      ],
      ["waits in vain are lack of progress", "      wereInVain = true;\n", "      wereInVain = false;\n"],
      [
        "a run that is ended by a reason tells it at its last look",
        "if (signal?.aborted && reason === undefined)",
        "if (signal?.aborted)",
      ],
      [
        "a pause that others are asked for is not the call's own time",
        "    else deadline += heldMs;\n",
        "    else void heldMs;\n",
      ],
    ],
  ),
  ...seenBy(
    ["src/http/client.test.ts", "src/http/rate-budget.test.ts"],
    [
      [
        "a wait that is asked for is not the call's own time",
        "if (isWaitHonoured(last, attempt, result.askedWaitMs)) deadline += delayMs;",
        "void isWaitHonoured;",
      ],
      ["more than a quarter of an hour is not waited", "longestMs: 900_000", "longestMs: 90_000_000"],
      ["the host that was tried is told", "got no answer from ${host}:", "got no answer:"],
    ],
  ),
  ...seenBy(
    ["src/cli/time-limit.test.ts", "test/cli/time-limit.test.ts"],
    [
      [
        "a command that is interrupted by its time tells that",
        "over.signal.aborted && isInterruption(error) ? over.signal.reason : error",
        "error",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/proxies.test.ts"],
    [
      ["the proxy of the environment is used", "proxy: proxyFrom(io.environment) }", "proxy: {} }"],
      [
        "what is no proxy is refused",
        'if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return url;',
        "if (url !== undefined) return url;",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-proxies.test.ts"],
    [["the provider uses the proxy of the environment", "proxy: host.proxy, apiVersion:", "apiVersion:"]],
  ),
  ...seenBy(
    ["test/cli/files.test.ts"],
    [
      [
        "a file's size is looked at before it is read",
        "if (stats.size > mostBytes) throw",
        "if (stats.size > Number.POSITIVE_INFINITY) throw",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/needed-lists.test.ts"],
    [
      [
        "a list of which nothing is declared is not read",
        "      ...present({ only }),\n      known,",
        "      known,",
      ],
      [
        "before the first write too, only lists that the plan names are read",
        "    only: listsToVerify(plan, index),\n",
        "",
      ],
      [
        "what the lock knows is read",
        "...desired.prune, ...new Set(about.remembered.map(typeOfAddress))];",
        "...desired.prune];",
      ],
      [
        "what may refer to what goes is read",
        "canRefer(type) && refersTo(type, name)",
        "canRefer(type) && refersTo(type, name) && false",
      ],
      [
        "what may be inside of what goes is read",
        "[...withContents(types, gone)].flatMap((name)",
        "gone.flatMap((name)",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/api-version.test.ts"],
    [
      [
        "a plan for the other API version is outdated",
        "return live.apiVersion === plan.apiVersion ? live : otherApiVersion(plan, live.apiVersion);",
        "return live;",
      ],
      [
        "the lock says which API version it is",
        "return saidApiVersion(setup) ?? remembered ?? setup.client.usualApiVersion;",
        "return saidApiVersion(setup) ?? setup.client.usualApiVersion;",
      ],
      [
        "what somebody says counts more than what the lock remembers",
        "return saidApiVersion(setup) ?? remembered ?? setup.client.usualApiVersion;",
        "return remembered ?? saidApiVersion(setup) ?? setup.client.usualApiVersion;",
      ],
      [
        "answers that contradict what somebody says are an error",
        "if (said !== undefined) throw otherThanSaid(said, first.contradicted);",
        "void otherThanSaid;\n  void said;",
      ],
      [
        "what this API version has and the service has not is read again in the right one",
        "if (announced === undefined || announced === spoken) throw error;",
        "if (announced !== null) throw error;",
      ],
      [
        "the lock remembers the API version that was spoken",
        "    knownApiVersion: plan.apiVersion,\n    ...present({ serial",
        "    ...present({ knownApiVersion: previous?.knownApiVersion, serial",
      ],
      [
        "a run ends where the service changes its API version",
        "if (announced !== apiVersion) halt.end(changedApiVersion(apiVersion, announced));",
        "void changedApiVersion;\n      void announced;",
      ],
      [
        "the last look of a run is in its own API version",
        "if (inputs.live.apiVersion !== apiVersion) throw changedApiVersion(apiVersion, inputs.live.apiVersion);",
        "void changedApiVersion;",
      ],
      [
        "a saved plan holds its API version",
        "if (saved.apiVersion === live.apiVersion) return;",
        "if (saved.apiVersion !== undefined || live.apiVersion !== undefined) return;",
      ],
      [
        "the public service is taken to speak the newest",
        'origin === defaultBaseUrl && prefix === ""',
        'origin === "" && prefix === ""',
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-api-version.test.ts"],
    [
      [
        "the provider refuses what somebody says wrongly",
        "if (left.length === 0 && said !== undefined) throw otherThanSaid(said, newestOf(answered));",
        "void otherThanSaid;",
      ],
      [
        "the provider does not change the API version in the middle of a run",
        "if (left.length === 0 && isSettled) throw changedApiVersion(now(), newestOf(answered));",
        "void changedApiVersion;\n      void isSettled;",
      ],
    ],
  ),
];
