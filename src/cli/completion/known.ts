import { environmentNames } from "../../layout/environment-names.ts";
import { prose } from "../../model/codes/generated/prose.ts";
import type { Endpoint } from "../../model/endpoint.ts";
import { present } from "../../util/present.ts";
import { directoryOf } from "../call/directory.ts";
import { flagsOf } from "../call/operation-command.ts";
import type { Context } from "../command-context.ts";
import { findLayoutFiles } from "../layout-files.ts";
import { loadLayout } from "../load-layout.ts";
import type { LayoutSettings } from "../option-table.ts";

/** A possible completion. */
export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Completions that come from a layout or from the table of operations. */
export interface CompletionSource {
  addresses(): Promise<readonly Candidate[]>;
  environments(): readonly Candidate[];
  codes(): readonly Candidate[];
  /** The operations of a system. Without a system, the systems. */
  operations(system: string | undefined): Promise<readonly Candidate[]>;
  flags(system: string, operation: string): Promise<readonly Candidate[]>;
}

/** The completions for the layout that a command line names. A layout with errors has none. */
export function knownTo(context: Context, settings: LayoutSettings): CompletionSource {
  const directory = async () => directoryOf(await context.loadOperations());
  const environments = () => namesOfEnvironments(context, settings);
  return {
    async addresses() {
      const [first] = settings.env === undefined ? environments() : [];
      const env = settings.env ?? first;
      try {
        const { desired } = await loadLayout(context, { ...settings, ...present({ env }) });
        return desired.objects.map(({ address }) => ({ value: address }));
      } catch {
        return [];
      }
    },
    environments: () => environments().map((value) => ({ value })),
    codes: () => Object.entries(prose).map(([value, { cause }]) => ({ value, description: cause })),
    async operations(system) {
      const all = await directory();
      if (system === undefined) return [...all.keys()].map((value) => ({ value }));
      return [...(all.get(system)?.values() ?? [])].map(({ name, endpoint }) => ({
        value: name,
        description: summaryOf(endpoint),
      }));
    },
    async flags(system, operation) {
      const named = (await directory()).get(system)?.get(operation);
      return named === undefined ? [] : flagsOf(named).map((value) => ({ value }));
    },
  };
}

function namesOfEnvironments(context: Context, { file }: LayoutSettings): readonly string[] {
  try {
    return environmentNames(findLayoutFiles(context, file).files.map(({ text }) => text));
  } catch {
    return [];
  }
}

function summaryOf({ summary, operation }: Endpoint): string {
  return summary ?? operation;
}
