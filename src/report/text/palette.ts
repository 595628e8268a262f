/** The colours of a rendered text. Each function returns its text with or without colour. */
export interface Palette {
  readonly added: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly moved: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** The palette of a terminal. It loads the colour library only here, because that library inspects the process. */
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

/** The palette of every other output. */
export const plainPalette: Palette = {
  added: asItIs,
  changed: asItIs,
  removed: asItIs,
  moved: asItIs,
  strong: asItIs,
  faint: asItIs,
};
