import type { RequestPart } from "../../contract/client/request-parts.ts";
import { kebabCase } from "./kebab-case.ts";

/** The flag of an operation's parameter. */
export function flagOf({ name }: RequestPart): string {
  return `--${kebabCase(name)}`;
}

/** Whether the flag may have no value, which means true. */
export function isFlag({ schema }: RequestPart): boolean {
  return schema?.safeParse(true).success === true && !schema.safeParse("text").success;
}
