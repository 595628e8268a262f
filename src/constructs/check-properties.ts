import { wordsOf } from "../model/codes/app-words.ts";
import { suggestion } from "../util/nearest.ts";
import { capital, withArticle } from "../util/with-article.ts";
import { constructClasses } from "./construct-classes.ts";
import { problemText } from "./problem-text.ts";
import { propertyNamesOf, terraformSchemaOf, typeOf, types } from "./types.ts";

/** The properties of the construct of a type, besides those of every object. */
export function propertiesOf(kind: string): readonly string[] {
  const { container, scope, defaultRole, firstChild, attributes } = typeOf(kind);
  const { container: containerProperty = "container", first, more = [] } = constructClasses[kind] ?? {};
  const named = propertyNamesOf(kind).byAttribute;
  return [
    ...Object.keys(attributes).map((name) => named.get(name) ?? name),
    ...versionsOf(kind),
    ...(container === undefined ? [] : [containerProperty]),
    ...(scope === undefined ? [] : [scope]),
    ...(defaultRole === undefined ? [] : ["default"]),
    ...(firstChild === undefined || first === undefined ? [] : [first.listed]),
    ...(ordersContents(kind) ? ["order"] : []),
    ...more,
  ];
}

/** The properties with the versions of write-only values. */
export function versionsOf(kind: string): readonly string[] {
  return terraformSchemaOf(kind).values.flatMap(({ attribute, writeOnly }) =>
    writeOnly === undefined ? [] : [`${attribute}Version`],
  );
}

function ordersContents(kind: string): boolean {
  return types.some(
    ({ order, scope, container }) =>
      order !== undefined && (scope === kind || container?.types.includes(kind) === true),
  );
}

/** Problems, one sentence each: properties that the object does not have, such as misspelt ones. They would have no effect. */
export function unknownProblems(kind: string, given: object, known: readonly string[]): readonly string[] {
  return unknownIn(() => capital(withArticle(typeOf(kind).label.one)), given, known);
}

/** Problems for names that are not known of the object. */
export function unknownIn(object: () => string, given: object, known: readonly string[]): readonly string[] {
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([field]) => {
      const facts = {
        case: "unknown",
        object: object(),
        field,
        suggestion: suggestion(field, known),
      } as const;
      return problemText(wordsOf("constructs/invalid-value", facts));
    });
}

/** The properties that an app gives. None if it gives something else, such as nothing: then the checks report what is missing. */
export function propsGiven<Props extends object>(props: Props): Props {
  return typeof props === "object" && props !== null ? props : ({} as Props);
}
