import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CtyValue } from "../plugin/values/cty-value.ts";
import { shownCtyValue } from "./shown-value.ts";

/** A warning about what the create of a resource changes of an existing object: Terraform shows only the new values. */
export function describeImportOnCreate(
  name: string,
  object: string,
  changes: readonly string[],
): readonly ProviderDiagnostic[] {
  if (changes.length === 0) return [];
  return [
    warning(
      `${name} imports an existing object and changes it`,
      `The ${object} already exists. This apply does not create it, but changes it:\n\n${changes.join("\n")}`,
    ),
  ];
}

export function changeLine(name: string, before: CtyValue, after: CtyValue): string {
  return `${name}: ${shownCtyValue(before)} → ${shownCtyValue(after)}`;
}
