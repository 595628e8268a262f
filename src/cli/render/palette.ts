/** How a rendered text is coloured: each function returns its text marked, or as it is. */
export interface Palette {
  readonly added: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly moved: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** The palette of a terminal. What knows colours is loaded for it alone, since it looks at the process. */
export async function colouredPalette(): Promise<Palette> {
  const { default: pc } = await import("picocolors");
  const colours = pc.createColors(true);
  return {
    added: colours.green,
    changed: colours.yellow,
    removed: colours.red,
    moved: colours.cyan,
    strong: colours.bold,
    faint: colours.dim,
  };
}

const asItIs = (text: string): string => text;

/** The palette of everything but a terminal. */
export const plainPalette: Palette = {
  added: asItIs,
  changed: asItIs,
  removed: asItIs,
  moved: asItIs,
  strong: asItIs,
  faint: asItIs,
};
