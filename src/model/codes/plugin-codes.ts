import type { CodeEntry } from "./code-entry.ts";

/** Codes of Terraform's plugin protocol. */
export const pluginCodes = {
  "terraform/malformed-message": {
    message: "The message cannot be read: {reason}.",
    remedy: "Check that Terraform speaks protocol 6.",
  },
  "terraform/malformed-value": {
    message: "{path}: {reason}",
    remedy:
      "Check that Terraform and the provider use the same protocol version. If they do, report this error.",
  },
  "terraform/no-client-certificate": {
    message:
      "Terraform gave no certificate in PLUGIN_CLIENT_CERT, so the provider cannot verify the connection.",
    remedy: "Let Terraform start the provider, or start it with --debug, which speaks without encryption.",
  },
  "terraform/not-started-by-terraform": {
    message: "This program is a Terraform provider: Terraform starts it, and it does nothing on its own.",
    remedy:
      "Name it under required_providers in a configuration and run `terraform init`, or start it with --debug to attach a debugger.",
  },
  "terraform/protocol-version": {
    message: "This provider speaks protocol {version}; Terraform offered {offered}.",
    remedy: "Use Terraform 1.0 or later.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
