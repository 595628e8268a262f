import type { IResolvable } from "cdktf";
import type { Choices } from "./generated/choices.ts";

/**
 * One of the texts that a property accepts, or a token for one. `Token.asAny` makes a token from a text that only Terraform knows:
 * `visibility: Token.asAny(variable.stringValue)`.
 */
export type Choice<Kind extends keyof Choices, Name extends keyof Choices[Kind]> =
  | Choices[Kind][Name]
  | IResolvable;

/** Yes, no, or a token that Terraform replaces by one of them. */
export type Flag = boolean | IResolvable;
