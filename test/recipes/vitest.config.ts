import { defineConfig } from "vitest/config";

/** The CI recipes that people copy, line by line, with bash, git, npm and terraform. */
export default defineConfig({
  test: {
    include: ["test/recipes/*.test.ts"],
    reporters: ["default", "./test/counting-reporter.ts"],
    testTimeout: 60_000,
    maxWorkers: "100%",
  },
});
