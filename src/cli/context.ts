import type { ResourceType } from "../model/resource-type.ts";
import type { OperationTable } from "../operations/system.ts";
import type { Io } from "./io.ts";
import type { Palette } from "./render/palette.ts";

/** What every command works with. */
export interface Context {
  readonly io: Io;
  readonly types: readonly ResourceType[];
  readonly loadOperations: () => Promise<OperationTable>;
  readonly palette: Palette;
}
