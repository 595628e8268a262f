import { formatText } from "../../constructs/as-code/app/format-app.ts";
import { type AppLibrary, appLibraries, projectFiles } from "../../constructs/as-code/app/project-files.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { Context } from "../command-context.ts";
import { namedOrganization } from "../environment.ts";
import type { ServiceSettings } from "../option-table.ts";
import { organizationOfExample } from "./first-layout.ts";
import { gitignore, ignoreAll, ignorePackages, ignoreSynthesized } from "./gitignore.ts";
import type { NewFile } from "./new-files.ts";

interface FirstApp {
  readonly organization: string;
  readonly files: readonly NewFile[];
}

/** Creates the files of an example app without writing them. */
export async function firstApp(
  context: Context,
  settings: ServiceSettings,
  name: AppLibrary["name"],
): Promise<FirstApp> {
  const { io } = context;
  const filesFor = await writerOf(context, appLibraries[name]);
  // The organization does not change the paths. docsform asks for it only if it can write the files.
  refuseAppThatIsThere(
    context,
    filesFor("").map(({ path }) => path),
  );
  const organization = namedOrganization(io, settings) ?? (await organizationOfExample(context, settings));
  const ignored = gitignore(io.files, [ignorePackages, ignoreSynthesized, ignoreAll]);
  return { organization, files: [...ignored, ...filesFor(organization)] };
}

async function writerOf(
  { loadExampleApp, readRecipe, invocation: { version } }: Context,
  library: AppLibrary,
): Promise<(organization: string) => readonly NewFile[]> {
  const write = await loadExampleApp();
  const { name, entry } = library;
  const recipes = ["plan", "apply", "drift"].map((job) => ({
    path: `.github/workflows/${job}.yml`,
    text: readRecipe(`github/cdktf-without-terraform-${job}.yml`),
  }));
  const project = projectFiles({ library, main: "main.ts", version, tests: "test" });
  return (organization) => {
    const code = write({ library: name, entry, organization: formatText(organization) });
    return [...recipes, ...filesOf(project), ...filesOf(code).reverse()];
  };
}

function filesOf(texts: Readonly<Record<string, string>>): NewFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

function refuseAppThatIsThere({ io }: Context, paths: readonly string[]): void {
  const there = paths.filter((path) => io.files.read(path) !== undefined);
  if (there.length > 0) throw fail("cli/file-exists", { case: "app", paths: there });
}
