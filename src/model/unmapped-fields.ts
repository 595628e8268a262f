/** Why fields of answers have no name in docsform, as several types say it (`unmappedFields`). */

export const inPlace = "its place: what it is inside of";
export const byContents = "what is inside of it is shown by itself";
export const documentOnly = "not shown: the published document alone has it";
export const appOnly = "not shown: of the application alone";
