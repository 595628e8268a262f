import type { Files } from "../files.ts";

const path = "cdktf.json";

/** The content of `cdktf.json` for a new app. */
const newApp = {
  language: "typescript",
  app: "npx tsx main.ts",
  projectId: "documentation",
  sendCrashReports: "false",
  terraformProviders: [],
  terraformModules: [],
};

/** Makes an app of cdktf lock the provider after each synthesis. Returns a message about the change. */
export function prepareApp(files: Files, mirror: string | undefined): string {
  const locking = `npx docsform terraform lock${mirror === undefined ? "" : ` --to ${mirror}`}`;
  const before = files.read(path);
  const configuration = before === undefined ? newApp : (JSON.parse(before) as { readonly app?: string });
  const { app = newApp.app } = configuration;
  if (app.includes("docsform terraform lock")) return `${path} already runs docsform terraform lock.\n`;
  files.write(path, `${JSON.stringify({ ...configuration, app: `${app} && ${locking}` }, null, 2)}\n`);
  const what = before === undefined ? "Created for an app in main.ts" : "Changed";
  return `${what}: ${path}. After each synthesis cdktf now runs\n\n  ${locking}\n\nso that it does not ask a registry for the provider.\n`;
}
