import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** zod's functions are asked for as properties of one object, which keeps all of them; by name, those that nobody uses go. */
export const zodByName: Plugin = {
  name: "zod-by-name",
  setup(bundle) {
    bundle.onLoad({ filter: /[/]src[/].*[.]ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace('import { z } from "zod";', 'import * as z from "zod";'),
      loader: "ts",
    }));
  },
};
