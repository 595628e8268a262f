import { fail } from "../../model/codes/command-words.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { withLayoutArgument } from "../option-table.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { printResult, warn } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler-for.ts";
import { whileLocked } from "../while-locked.ts";
import { withClient } from "../with-client.ts";

type ImportSettings = SettingsOfCommand<"import">;

/** Records live objects in the state: one by its id, or all that a plan finds. Writes nothing else. */
export async function importObjects(
  context: Context,
  settings: ImportSettings,
  words: readonly string[],
): Promise<ExitCode> {
  const isFound = settings.found === true;
  const [address = "", id = ""] = isFound ? [] : words;
  const [layout, ...more] = words.slice(isFound ? 0 : 2);
  if ((!isFound && words.length < 2) || more.length > 0) throw fail("cli/wrong-usage", { case: "import" });
  const layoutSettings = withLayoutArgument(settings, layout);
  return isFound
    ? await importFound(context, layoutSettings)
    : await importOne(context, layoutSettings, address, id);
}

async function importFound(context: Context, settings: ImportSettings): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, home } = layout;
  const places = statePlacesOf(context.io, settings, home);
  const found = await withClient(context, settings, layout.service, (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(context.io, places));
    const asked = { moves, ...present({ signal: context.io.signal }) };
    return whileLocked(context, settings, reconciler, () => reconciler.confirmFound(desired, asked), layout);
  });
  const lines = found.map(
    ({ address, id, title }) =>
      `Confirmed ${plainText(address)}: ${plainText(id)} ${JSON.stringify(plainText(title))}.\n`,
  );
  printResult(context, settings, {
    of: "import",
    json: {
      confirmed: found.map(({ address, id, title }) => ({ address, id, title })),
      state: places.state ?? null,
    },
    text:
      found.length === 0
        ? "Nothing to confirm.\n"
        : `${lines.join("")}Nothing was written to the service. docsform plan shows the differences.\n`,
  });
  return exitCodes.done;
}

async function importOne(
  context: Context,
  settings: ImportSettings,
  address: string,
  id: string,
): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, home } = layout;
  const places = statePlacesOf(context.io, settings, home);
  const { title, isKnown } = await withClient(context, settings, layout.service, (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(context.io, places));
    const asked = { desired, address, id, moves, ...present({ signal: context.io.signal }) };
    return whileLocked(context, settings, reconciler, () => reconciler.importOne(asked), layout);
  });
  const named = `${plainText(address)}: ${plainText(id)} ${JSON.stringify(plainText(title))}`;
  printResult(context, settings, {
    of: "import",
    json: { address, id, title, state: places.state ?? null, changed: !isKnown },
    text: isKnown
      ? `The state already has ${named}.\n`
      : `Imported ${named}. Nothing was written to the service. docsform plan shows the differences.\n`,
  });
  return exitCodes.done;
}
