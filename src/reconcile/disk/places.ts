import { join } from "node:path";

/** Where a layout is at home: what belongs to it is kept there. */
export interface Home {
  readonly folder: string;
  /** The part of a larger whole that the layout is. Absent: it is whole. */
  readonly part?: string;
}

/** Where the lock, the journal and the claim of a layout are. */
export interface Places {
  /** Undefined: there is to be none. */
  readonly lock: string | undefined;
  readonly journal: string;
  /** Who applies the layout just now. */
  readonly claim: string;
}

/** Beside the layout, where the command line keeps them unless it is told otherwise. */
export function usualPlaces({ folder, part }: Home, organizationId: string): Places {
  const suffix = part === undefined ? "" : `.${part}`;
  return {
    lock: join(folder, `docsform${suffix}.lock.json`),
    journal: join(folder, ".docsform", `${organizationId}${suffix}.jsonl`),
    claim: join(folder, ".docsform", `docsform${suffix}.claim`),
  };
}
