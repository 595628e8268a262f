import { isMap, type YAMLMap } from "yaml";
import { wordsOf } from "../model/codes/layout-words.ts";
import { errorAt } from "../model/diagnostic.ts";
import { suggestion } from "../util/nearest.ts";
import { layoutName } from "./read-head.ts";
import { mapFields, type Report, valuePosition, type YamlField } from "./yaml-source.ts";

/** The differences of one environment. */
export interface Environment {
  readonly field: YamlField;
  readonly map: YAMLMap;
}

/** Reads the environments that the layout declares, by name. */
export function readEnvironments(
  declared: ReadonlyMap<string, YamlField>,
  report: Report,
): ReadonlyMap<string, Environment> {
  const environments = new Map<string, Environment>();
  for (const [name, field] of declared) {
    const { value } = field;
    if (!layoutName.test(name)) {
      const words = wordsOf("layout/invalid-value", { case: "name", name });
      report(errorAt(field.source.at(field.key), words));
    } else if (isMap(value)) environments.set(name, { field, map: value });
    else {
      const words = wordsOf("layout/invalid-value", { case: "environment", field: name });
      report(errorAt(valuePosition(field), words));
    }
  }
  return environments;
}

/** The chosen environment. Undefined: the layout has none, or an error was reported. */
export function chosenEnvironment(
  declared: ReadonlyMap<string, YamlField>,
  environments: ReadonlyMap<string, Environment>,
  name: string | undefined,
  report: Report,
): Environment | undefined {
  const names = [...declared.keys()];
  const [first] = declared.values();
  if (name === undefined) {
    if (first !== undefined)
      report(
        errorAt(first.source.at(first.key), wordsOf("layout/no-environment", { names, first: first.name })),
      );
    return undefined;
  }
  if (declared.has(name)) return environments.get(name);
  const words =
    first === undefined
      ? wordsOf("layout/unknown-environment", { case: "none", name })
      : wordsOf("layout/unknown-environment", { case: "others", name, suggestion: suggestion(name, names) });
  report(errorAt(first?.source.at(first.key), words));
  return undefined;
}

/** The fields of an environment, as if they were at the top of a layout. */
export function fieldsOfEnvironment({ field, map }: Environment, report: Report): readonly YamlField[] {
  return mapFields(field.source, map, report);
}
