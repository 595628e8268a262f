/** Reasons that several types give for response fields without an attribute (`unmappedFields`). */

export const asParent = "its parent";
export const asChildren = "not shown here: its children are objects of their own";
export const documentOnly = "not shown: only the published API document has it";
export const appOnly = "not shown: only the app uses it";
