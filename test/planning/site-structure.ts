import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, into, live } from "../support/planning.ts";

// A section and a variant in short form. The path of a section is its id, and its title unless it has another one.

export const section = (path: string, title = path): LiveObject =>
  live(`site_section ${path}`, { title, path });

export const variant = (id: string, at: string, attributes: JsonObject): LiveObject =>
  live(`site_space ${id}`, attributes, inside(`site_section ${at}`));

export const wants = (path: string, title = path): DesiredObject =>
  desired(`site_section.docs/${path}`, { title, path });

export const wantsVariant = (
  at: string,
  path: string,
  attributes: DesiredObject["attributes"],
  rest: Partial<DesiredObject> = {},
): DesiredObject =>
  desired(
    `site_space.docs/${at}/${path}`,
    { path, ...attributes },
    { ...into(`site_section.docs/${at}`), ...rest },
  );

/** A site with these spaces, as an apply left them. The id of a space begins with `sp-`. */
export function siteBeside(spaces: readonly string[]): Required<Pick<Case, "live" | "desired" | "state">> {
  return {
    live: [
      live("site site1", { title: "Docs" }),
      ...spaces.map((name) => live(`space sp-${name}`, { title: name })),
    ],
    desired: [
      desired("site.docs", { title: "Docs" }),
      ...spaces.map((name) => desired(`space.${name}`, { title: name })),
    ],
    state: {
      "site.docs": { id: "site1", applied: { title: "Docs" } },
      ...Object.fromEntries(
        spaces.map((name) => [
          `space.${name}`,
          { id: `sp-${name}`, applied: { title: name }, container: null },
        ]),
      ),
    },
  };
}
