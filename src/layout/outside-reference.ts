/** A reference by id to an object that the layout does not declare. A comment behind it says which object that is. */
export class OutsideReference extends Map<string, unknown> {
  /** Without the sign of a comment, on one line. Undefined: the object has no name to show. */
  readonly comment: string | undefined;

  constructor(id: string, comment: string | undefined) {
    super([["id", id]]);
    this.comment = comment;
  }
}
