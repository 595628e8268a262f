import pc from "picocolors";

/** How a rendered text is coloured: each function returns its text marked, or as it is. */
export interface Palette {
  readonly added: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly moved: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** The palette of a terminal, or the plain one. */
export function paletteFor({ colour }: { readonly colour: boolean }): Palette {
  const colours = pc.createColors(colour);
  return {
    added: colours.green,
    changed: colours.yellow,
    removed: colours.red,
    moved: colours.cyan,
    strong: colours.bold,
    faint: colours.dim,
  };
}
