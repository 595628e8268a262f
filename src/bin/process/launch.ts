#!/usr/bin/env node

// Node runs this file first in the bundled executable. From Node 22.8 on, this call makes Node cache the compiled code of all files
// that load afterwards. That is why the bundle is a file of its own.

const { enableCompileCache } = process.getBuiltinModule("node:module") as {
  readonly enableCompileCache?: () => unknown;
};
enableCompileCache?.();
require(`${__dirname}/docsform-main.js`);
