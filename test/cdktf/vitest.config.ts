import { defineConfig } from "vitest/config";

/** Tests of docsform's package with the real command lines of cdktf and cdktn, which they install. */
export default defineConfig({
  test: {
    include: ["test/cdktf/*.test.ts", "test/guides/*.test.ts"],
    globalSetup: ["test/support/built-folder.ts", "test/cdktf/support/install.ts"],
    reporters: ["default", "./test/counting-reporter.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: "100%",
    maxConcurrency: 4,
  },
});
