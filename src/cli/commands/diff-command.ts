import {
  differencesBetween,
  type LiveDifference,
  type MatchedLayout,
} from "../../engine/plan/drift/drift-differences.ts";
import { containsSecret } from "../../engine/plan/world/compare.ts";
import { indexDesired } from "../../engine/plan/world/desired-index.ts";
import { declaredIn } from "../../engine/reconcile/declared-in.ts";
import { hidingSecretsOf, revealedSecretTexts } from "../../engine/reconcile/reveal-secret.ts";
import { isHashed } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { containsText, liveSecretTexts } from "../../model/secret-value.ts";
import type { State } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import { renderDifferences } from "../../report/text/differences-text.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../option-table.ts";
import { namedJournal, statePlacesOf } from "../places-of-state.ts";
import { printResult, warn } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler-for.ts";
import { withClient } from "../with-client.ts";

/** Compares the organizations of two environments in the objects that the layout declares. */
export async function diff(
  context: Context,
  settings: ServiceSettings,
  environments: readonly string[],
): Promise<ExitCode> {
  const [one, other, ...more] = environments;
  if (one === undefined || other === undefined || more.length > 0)
    throw needsTwoEnvironments(environments.length);
  if (typeof settings.state === "string" || namedJournal(context.io) !== undefined)
    throw sharedStateRefused();
  const layouts = [
    await readEnvironment(context, settings, one),
    await readEnvironment(context, settings, other),
  ] as const;
  const isSecret = secretsIn(context.types, layouts);
  const differences = differencesBetween(indexTypes(context.types), ...layouts).map((found) =>
    isSecret(found) ? { ...found, values: [null, null] as const, sensitive: true as const } : found,
  );
  printResult(context, settings, {
    of: "diff",
    json: { environments: [one, other], differences },
    text: renderDifferences([one, other], differences, context.palette),
  });
  return differences.length > 0 ? exitCodes.changesPending : exitCodes.done;
}

interface LiveLayout extends MatchedLayout {
  readonly state: State | undefined;
}

async function readEnvironment(
  context: Context,
  settings: ServiceSettings,
  env: string,
): Promise<LiveLayout> {
  const layout = await loadLayout(context, { ...settings, env });
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, home, service } = layout;
  const { organizationId } = desired;
  const disk = diskAt(context.io, statePlacesOf(context.io, settings, home));
  const options = { moves, ...present({ signal: context.io.signal }) };
  const live = await hidingSecretsOf(desired, () =>
    withClient(context, settings, service, (client) =>
      reconcilerFor(context, settings, client, disk).match(desired, options),
    ),
  );
  const { state } = await disk.read(organizationId, declaredIn(desired));
  return { desired, live, state };
}

/** A shorter secret would match other values by chance. */
const shortestRepeated = 4;

/** Whether values are secret: a layout declares them as secret, they were applied as secrets, or they repeat a secret. */
function secretsIn(
  types: readonly ResourceType[],
  layouts: readonly LiveLayout[],
): (difference: LiveDifference) => boolean {
  const texts = [
    ...layouts
      .flatMap(({ desired }) => revealedSecretTexts(desired))
      .filter(({ length }) => length >= shortestRepeated),
    ...layouts.flatMap(({ live }) => liveSecretTexts(types, [...live.values()])),
  ];
  const declared = layouts.map(({ desired }) => indexDesired(desired));
  return ({ address, attribute = "", values }) =>
    declared.some((objects) => containsSecret(objects.get(address)?.attributes[attribute] ?? null)) ||
    layouts.some(({ state }) => isHashed(state?.objects[address]?.applied[attribute] ?? null)) ||
    containsText([...values], texts);
}

function needsTwoEnvironments(given: number): DocsformError {
  return fail("cli/wrong-usage", { case: "environments", count: given });
}

function sharedStateRefused(): DocsformError {
  return fail("cli/wrong-usage", { case: "sharedState" });
}
