#!/usr/bin/env node

// What Node runs first of a bundled provider. Node keeps compiled code from 22.8 on, of files that are loaded after this is said:
// so the bundle is a file of its own.

const { enableCompileCache } = process.getBuiltinModule("node:module") as {
  readonly enableCompileCache?: () => unknown;
};
enableCompileCache?.();
require(`${__dirname}/provider.js`);
