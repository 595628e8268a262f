/** The name of a layout in the default file, for the names of its state and journal. */
export const defaultLayoutName = "docsform";

/** The usual name of a layout's state. `suffix`: its environment after a dot, or nothing. */
export function usualStateName(layout: string, suffix = ""): string {
  return `${layout === defaultLayoutName ? "docsform" : `docsform.${layout}`}${suffix}.state.json`;
}
