import fc from "fast-check";
import { type ItemSpec, type SectionSpec, type SiteSpec, tidy, type WorldSpec } from "./world-spec.ts";

/** An edit of a structure in the layout. The numbers select the objects. */
export interface StructureEdit {
  readonly what: "section" | "group" | "variant" | "leaves" | "comes";
  readonly which: number;
  readonly hasNewTitle: boolean;
  readonly hasNewPath: boolean;
  /** Selects another space. */
  readonly space: number | null;
  /** Selects the group to move into. null: the top level. */
  readonly into: number | null;
}

export const structureEdit: fc.Arbitrary<StructureEdit> = fc.record({
  what: fc.constantFrom("section", "section", "group", "group", "variant", "variant", "leaves", "comes"),
  which: fc.nat(20),
  hasNewTitle: fc.constantFrom(true, true, false),
  hasNewPath: fc.constantFrom(true, true, true, false),
  space: fc.option(fc.nat(7), { freq: 2 }),
  into: fc.option(fc.nat(3), { freq: 2 }),
});

/** The world after the edits. New titles and paths are unique. */
export function withEdits(spec: WorldSpec, edits: readonly StructureEdit[]): WorldSpec {
  const { site } = spec;
  if (site === null || site.flat !== null) return spec;
  const edited = edits.reduce((each, edit, at) => withEdit(each, edit, at), site);
  return tidy({ ...spec, site: edited });
}

function withEdit(site: SiteSpec, edit: StructureEdit, at: number): SiteSpec {
  const { what, which, into } = edit;
  if (what === "comes")
    return {
      ...site,
      items: [...site.items, { ...newSection(at), variants: [{ space: edit.space ?? 0, path: null }] }],
    };
  const isOfKind = (item: ItemSpec) => item.kind === (what === "group" ? "group" : "section");
  const candidates = allIn(site.items).filter(isOfKind);
  const chosen = candidates[which % Math.max(1, candidates.length)];
  if (chosen === undefined) return site;
  if (what === "leaves")
    return { ...site, items: mapped(site.items, (each) => (each === chosen ? undefined : each)) };
  const next = chosen.kind === "group" ? { ...chosen, title: `New ${at}` } : editedSection(chosen, edit, at);
  if (into === null || next.kind === "group" || what === "variant")
    return { ...site, items: mapped(site.items, (each) => (each === chosen ? next : each)) };
  const rest = mapped(site.items, (each) => (each === chosen ? undefined : each));
  return { ...site, items: placed(rest, next, into) };
}

function newSection(at: number): SectionSpec {
  return {
    kind: "section",
    title: `New ${at}`,
    path: `new-${at}`,
    icon: undefined,
    variants: [],
    defaultVariant: null,
  };
}

function editedSection(section: SectionSpec, edit: StructureEdit, at: number): SectionSpec {
  const { what, hasNewTitle, hasNewPath, space } = edit;
  const [first, ...others] = section.variants;
  const variants =
    first === undefined || space === null ? section.variants : [{ ...first, space }, ...others];
  if (what === "variant") return { ...section, variants };
  const { title, path } = newSection(at);
  return {
    ...section,
    ...(hasNewTitle && { title }),
    ...(hasNewPath && { path }),
    // In a quarter of the edits, the contents change at the same time.
    ...(edit.which % 4 === 0 && { variants }),
  };
}

function placed(items: readonly ItemSpec[], section: SectionSpec, into: number): readonly ItemSpec[] {
  const groups = allIn(items).filter(({ kind }) => kind === "group");
  const group = groups[into];
  if (group === undefined) return [...items, section];
  return mapped(items, (each) =>
    each === group && each.kind === "group" ? { ...each, children: [...each.children, section] } : each,
  );
}

function allIn(items: readonly ItemSpec[]): readonly ItemSpec[] {
  return items.flatMap((item) => (item.kind === "group" ? [item, ...allIn(item.children)] : [item]));
}

function mapped(
  items: readonly ItemSpec[],
  change: (item: ItemSpec) => ItemSpec | undefined,
): readonly ItemSpec[] {
  return items.flatMap((item) => {
    const next = change(item);
    if (next === undefined) return [];
    return next === item && next.kind === "group"
      ? [{ ...next, children: mapped(next.children, change) }]
      : [next];
  });
}
