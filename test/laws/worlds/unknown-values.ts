import fc from "fast-check";
import * as z from "zod";
import type { Emulator } from "../../../src/emulator/new-emulator.ts";
import { creatable } from "../../support/declare-type.ts";
import { isField } from "./facts.ts";
import type { Kind } from "./play.ts";

interface UnknownValues {
  /** Items of an unknown kind in the structure of a site: at its root, or in one of its groups. */
  readonly banners: readonly { readonly site: number; readonly group: number | null }[];
  /** Values that no schema lists. */
  readonly values: readonly (readonly [of: Listed, which: number])[];
}

/** A field with values from a list that the service may extend. */
interface Listed {
  readonly type: string;
  readonly attribute: string;
}

const listed: readonly Listed[] = creatable.flatMap(({ name: type, attributes }) =>
  Object.entries(attributes)
    .filter(([attribute, { schema }]) => schema instanceof z.ZodEnum && isField(type, attribute))
    .map(([attribute]) => ({ type, attribute })),
);

/** The service returns kinds of children and values that docsform does not know. */
export const unknownValues: Kind<UnknownValues> = {
  name: "unknown kinds and values",
  worlds: 1000,
  runs: 1,
  leavesContract: true,
  disturbance: fc.record({
    banners: fc.array(fc.record({ site: fc.nat(3), group: fc.option(fc.nat(5), { freq: 4 }) }), {
      maxLength: 3,
    }),
    values: fc.array(fc.tuple(fc.constantFrom(...listed), fc.nat(9)), { maxLength: 3 }),
  }),
  before: (stage, { banners, values }) => {
    stage.others((emulator) => {
      for (const banner of banners) addBanner(emulator, banner);
      for (const [of, which] of values) setValue(emulator, of, which);
    });
  },
  mustHappen: ["others changed something"],
};

function addBanner({ service, apiVersion }: Emulator, banner: UnknownValues["banners"][number]): void {
  const sites = service.list("site");
  const site = sites[banner.site % Math.max(1, sites.length)];
  if (site === undefined || apiVersion === "classic") return;
  const ofSite = (type: string) => service.list(type).filter((record) => record["site"] === site.id);
  // Only a site with sections has such items.
  if (ofSite("site_section").length === 0) return;
  const groups = ofSite("site_section_group");
  const group =
    banner.group === null ? null : (groups[banner.group % Math.max(1, groups.length)]?.id ?? null);
  const siblings = [...ofSite("site_section"), ...groups, ...ofSite("site_link"), ...ofSite("site_banner")];
  service.add("site_banner", {
    id: service.newId("siteban_"),
    site: site.id,
    group,
    rank: siblings.filter((record) => record["group"] === group).length,
    title: "Status",
  });
}

function setValue({ service }: Emulator, { type, attribute }: Listed, which: number): void {
  const records = service.list(type);
  const chosen = records[which % Math.max(1, records.length)];
  if (chosen !== undefined) service.change(type, chosen.id, { [attribute]: "of-next-year" });
}
