import { defineConfig } from "vitest/config";

/** Builds a release of the Terraform provider, and uses it as a team does that has no Node. */
export default defineConfig({
  test: {
    include: ["test/release/*.test.ts"],
    reporters: ["default", "./test/counting-reporter.ts"],
    // Some read or hash hundreds of megabytes.
    testTimeout: 600_000,
    // It installs Node for every platform and compresses 0.4 GB.
    hookTimeout: 900_000,
  },
});
