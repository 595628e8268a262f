import type { Plugin } from "esbuild";

/** undici brings a client of HTTP/2, and with it Node's, which is loaded at start; the service is asked by HTTP/1.1. */
export const http1Only: Plugin = {
  name: "http1-only",
  setup(bundle) {
    bundle.onLoad({ filter: /node_modules[/]undici[/]lib[/]dispatcher[/]client-h2[.]js$/ }, () => ({
      contents: 'module.exports = () => { throw new Error("HTTP/2 was left out of this bundle."); };',
    }));
  },
};
