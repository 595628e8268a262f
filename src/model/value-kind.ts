import type * as z from "zod";

/** What a text is, so that docsform can read it. All functions but `normal` get the text in its normal form. */
export interface ValueKind {
  /** The most characters of a text as people give it. The attribute's schema limits the normal form. */
  readonly mostCharacters?: number;
  /** The one form of all texts that mean the same, which docsform compares, hashes and sends. A text of another kind stays as it is. */
  readonly normal?: (text: string) => string;
  /** What the text is instead, as the end of a sentence about the attribute. It contains nothing of the text but a position. */
  readonly problem?: (text: string) => string | undefined;
  /** The texts in it that are secret. */
  readonly secretTexts?: (text: string) => readonly string[];
  /** Terraform, and the lines that an error shows, hide every text of this kind. Without it they hide those with secret texts. */
  readonly isHidden?: true;
  /** What people see of the text. It contains nothing secret. */
  readonly shown: (text: string) => string;
  /** What people should know about the text at this time. */
  readonly warnings?: (text: string, now: number) => readonly string[];
}

/** The facts of an attribute that say what its texts are. */
export interface Kinds {
  /** What its text is. A URL and a plain text need no kind. */
  readonly kind?: ValueKind;
  /** What the texts in the fields of its value are. */
  readonly kinds?: Readonly<Record<string, ValueKind>>;
  readonly schema: z.ZodType;
}
