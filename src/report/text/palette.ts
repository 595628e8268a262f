/** The colors of a rendered text. Each function returns its text with or without color. */
export interface Palette {
  readonly added: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly moved: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** The palette of a terminal. It loads the color library only here, because that library inspects the process. */
export async function coloredPalette(): Promise<Palette> {
  const { default: pc } = await import("picocolors");
  const colors = pc.createColors(true);
  return {
    added: colors.green,
    changed: colors.yellow,
    removed: colors.red,
    moved: colors.cyan,
    strong: colors.bold,
    faint: colors.dim,
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
