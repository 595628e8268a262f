import type { ResourceType } from "../model/resource-type.ts";
import type { Io } from "./io.ts";
import type { Palette } from "./render/palette.ts";

/** What every command works with. */
export interface Context {
  readonly io: Io;
  readonly types: readonly ResourceType[];
  readonly palette: Palette;
}
