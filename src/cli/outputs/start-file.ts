import type { Context } from "../command-context.ts";
import type { AnySettings } from "../option-table.ts";
import type { Happenings } from "./happenings.ts";

/** Starts a file. `write` replaces its text. */
export type StartFile = (context: Context, settings: AnySettings, write: (text: string) => void) => Reactions;

/** What a file does when something happens. */
export type Reactions = { readonly [Name in keyof Happenings]?: (happened: Happenings[Name]) => void };
