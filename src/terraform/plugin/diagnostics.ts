import { DocsformError } from "../../model/errors.ts";
import type { ProviderDiagnostic } from "./protobuf/messages.ts";
import { type Path, toAttributePath } from "./values/path.ts";

/** An error at a path in a configuration. */
export function providerErrorAt(
  path: Path | undefined,
  summary: string,
  detail?: string,
): ProviderDiagnostic {
  return {
    severity: "error",
    summary,
    ...(detail === undefined ? {} : { detail }),
    ...(path === undefined || path.length === 0 ? {} : { attribute: toAttributePath(path) }),
  };
}

/** A warning, at an attribute of a configuration or without a place. */
export function warning(summary: string, detail: string, attribute?: string): ProviderDiagnostic {
  return {
    severity: "warning",
    summary,
    detail,
    ...(attribute === undefined ? {} : { attribute: toAttributePath([attribute]) }),
  };
}

/** The diagnostic for an error. An error that is not docsform's own is a defect: `onDefect` logs it. */
export function diagnosticOf(
  error: unknown,
  summary: string,
  onDefect: (error: unknown) => void,
): ProviderDiagnostic {
  if (error instanceof DocsformError) {
    const detail = [error.message, error.remedy].filter((text) => text !== undefined).join("\n\n");
    return { severity: "error", summary, detail };
  }
  onDefect(error);
  const detail =
    "This is a defect of the provider. Run the command again with TF_LOG=ERROR: the log shows the cause.";
  return { severity: "error", summary, detail };
}
