import { defineConfig } from "vitest/config";

/** Runs the CI recipes line by line with bash, git, npm and Terraform. */
export default defineConfig({
  test: {
    include: ["test/recipes/*.test.ts"],
    globalSetup: "test/support/built-folder.ts",
    reporters: ["default", "./test/counting-reporter.ts"],
    testTimeout: 60_000,
    maxWorkers: "100%",
  },
});
