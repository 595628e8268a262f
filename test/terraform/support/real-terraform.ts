import { afterAll, afterEach, describe } from "vitest";
import { type ApiVersion, newestApiVersion } from "../../../src/model/endpoint.ts";
import { isFullShare } from "../../support/laws.ts";
import { forGroup, forTest } from "../../support/made-by-hook.ts";
import { type DocsService, startService } from "./docs-service.ts";
import { docsProvider, type ProviderBundle } from "./provider-bundle.ts";
import { whyNoTerraform } from "./terraform-workspace.ts";

const why = whyNoTerraform();

/** Long enough for tests that start terraform a dozen times, on a busy machine. */
const timeout = 120_000;

/**
 * A group of tests with the real terraform. Without terraform they are skipped, and their title says why. `otherReason`: why they are skipped with
 * terraform.
 */
export function describeTerraform(title: string, tests: () => void, otherReason?: string): void {
  const reason = why ?? otherReason;
  describe.skipIf(reason !== undefined)(`${title}${skippedFor(reason)}`, { timeout }, () => {
    tests();
  });
}

/** A group of tests that repeat with the real terraform what faster tests prove, or a smaller group. Only a run of the full share has it. */
export function describeTerraformAgain(title: string, tests: () => void): void {
  if (isFullShare()) describeTerraform(title, tests);
}

/**
 * The newest of the API versions, or all of them in a run of the full share. Terraform itself sees no API version, and the tests that call the
 * provider in their own process cover each of them.
 */
export function versionsForTerraform(apiVersions: readonly ApiVersion[]): readonly ApiVersion[] {
  return isFullShare() ? apiVersions : apiVersions.filter((each) => each === newestApiVersion);
}

/** The same group for each API version that a run has. The title names the API version as `%s`. */
export function describeTerraformOn(
  apiVersions: readonly ApiVersion[],
  title: string,
  tests: (apiVersion: ApiVersion) => void,
): void {
  describe.skipIf(why !== undefined).each(versionsForTerraform(apiVersions))(
    `${title}${skippedFor(why)}`,
    { timeout },
    (apiVersion) => {
      tests(apiVersion);
    },
  );
}

/** The end of a title: the reason why the tests are skipped, if there is one. */
export function skippedFor(reason: string | undefined): string {
  return reason === undefined ? "" : ` (skipped: ${reason})`;
}

/** A provider for the tests of the file or group that calls this. */
export function builtProvider(build: () => Promise<ProviderBundle> = docsProvider): ProviderBundle {
  return forGroup(build);
}

/** A service for each test of the file or group that calls this. */
export function serviceOfTest(): DocsService {
  const service = forTest(() => startService());
  afterEach(() => service.close());
  return service;
}

/** One service for all tests of the file or group that calls this. */
export function serviceOfGroup(apiVersion?: ApiVersion): DocsService {
  const service = forGroup(() => startService(apiVersion));
  afterAll(() => service.close());
  return service;
}
