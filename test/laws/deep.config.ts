import { defineConfig } from "vitest/config";

/** The laws alone, over ten times as many worlds. */
export default defineConfig({
  test: {
    include: ["test/laws/**/*.test.ts"],
    reporters: ["default", "./test/counting-reporter.ts"],
    provide: { lawShare: 10 },
  },
});
