import { defineConfig } from "vitest/config";

/** What takes docsform as it is packed, and the real command lines of cdktf and cdktn, which are installed for it. */
export default defineConfig({
  test: {
    include: ["test/cdktf/*.test.ts", "test/guides/*.test.ts"],
    globalSetup: "test/cdktf/support/install.ts",
    reporters: ["default", "./test/counting-reporter.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: "100%",
  },
});
