import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/** zod brings its messages in some fifty languages, all loaded at start; ours are written where the mistakes are. */
export const englishOnly: Plugin = {
  name: "english-only",
  setup(bundle) {
    bundle.onLoad({ filter: /node_modules[/]zod[/]v4[/]locales[/]index[.]js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: resolve("node_modules/zod/v4/locales"),
    }));
  },
};
