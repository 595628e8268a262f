import { writeLayout } from "../../layout/write-layout.ts";
import { DocsformError } from "../../model/errors.ts";
import type { LiveObject, LiveWorld } from "../../model/live-world.ts";
import { present } from "../../model/present.ts";
import { answer, tell } from "../answer.ts";
import { withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { reconcilerFor } from "../reconciler.ts";
import { plainText } from "../render/plain-text.ts";
import type { ServiceSettings } from "../settings.ts";

interface PullSettings extends ServiceSettings {
  readonly site?: string;
  readonly out?: string;
  readonly force?: true;
}

/** Writes the live organization, or one site, as a layout. */
export async function pull(context: Context, settings: PullSettings): Promise<ExitCode> {
  const { io, types } = context;
  const organizationId = organizationOf(context, settings);
  if (settings.out !== undefined) refuseToReplace(context, settings.out, settings.force === true);
  const { live } = await withClient(io, settings, {}, (client) =>
    reconcilerFor(context, settings, client).pull({ organizationId, signal: io.signal }),
  );
  const only = settings.site === undefined ? undefined : siteNamed(context, live, settings.site);
  const { text, notes, placeholders } = writeLayout({ types, live, ...present({ only }) });
  if (settings.out !== undefined) io.files.write(settings.out, text);
  if (settings.quiet !== true) for (const note of notes) io.stderr(`Note: ${plainText(note)}\n`);
  answer(context, settings, {
    json: { layout: text, notes, placeholders },
    text: settings.out === undefined ? text : "",
  });
  if (settings.out !== undefined) tell(context, settings, `Written to ${settings.out}.\n`);
  return exitCodes.done;
}

function organizationOf({ io }: Context, settings: PullSettings): string {
  const organization = settings.organization ?? io.environment["DOCSFORM_ORGANIZATION"];
  if (organization !== undefined && organization !== "") return organization;
  throw new DocsformError("cli/no-organization", "It is not said which organization to read.", {
    remedy: "Name it with --organization ID or DOCSFORM_ORGANIZATION.",
  });
}

function refuseToReplace({ io }: Context, path: string, force: boolean): void {
  if (force || io.files.read(path) === undefined) return;
  throw new DocsformError("cli/file-exists", `${path} exists already.`, {
    remedy: "Choose another file, or replace it with --force.",
  });
}

/** The one object with contents that the id or title names. */
function siteNamed({ types }: Context, live: LiveWorld, name: string): Pick<LiveObject, "type" | "id"> {
  const owners = new Set(types.flatMap((type) => type.reads.flatMap((read) => read.of ?? [])));
  const candidates = live.objects.filter((object) => owners.has(object.type));
  const byId = candidates.filter(({ id }) => id === name);
  const found = byId.length > 0 ? byId : candidates.filter(({ attributes }) => attributes["title"] === name);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return { type: first.type, id: first.id };
  throw new DocsformError(
    "cli/which-site",
    first === undefined
      ? `No site has the id or title ${name}.`
      : `${found.length} sites have the title ${name}: ${found.map(({ id }) => id).join(", ")}.`,
    { remedy: "Name one by its id." },
  );
}
