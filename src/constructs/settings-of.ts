import type { Settings } from "./generated/settings.ts";

/** The settings of a type that its construct passes on as they are. */
export type SettingsOf<Kind extends string> = Kind extends keyof Settings
  ? Settings[Kind]
  : Readonly<Record<never, never>>;
