import { isMap, type YAMLMap } from "yaml";
import { didYouMean, nearest } from "../model/nearest.ts";
import { present } from "../model/present.ts";
import { layoutName } from "./read-head.ts";
import { layoutErrorAt } from "./reading.ts";
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
      const message = "The name of an environment can have letters, digits, dots and dashes, at most 64.";
      report(layoutErrorAt(field.source.at(field.key), "invalid-value", message));
    } else if (isMap(value)) environments.set(name, { field, map: value });
    else {
      const message = `${name} must be a map of this environment's differences.`;
      report(
        layoutErrorAt(
          valuePosition(field),
          "invalid-value",
          message,
          `Write ${name}: {} for no differences.`,
        ),
      );
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
  const known = [...declared.keys()];
  const [first] = declared.values();
  if (name === undefined) {
    if (first === undefined) return undefined;
    const message = `The layout has several environments: ${known.join(", ")}.`;
    const remedy = `Choose one: --env ${known[0]}.`;
    report(layoutErrorAt(first.source.at(first.key), "no-environment", message, remedy));
    return undefined;
  }
  if (declared.has(name)) return environments.get(name);
  const hint =
    nearest(name, known) === undefined ? `It declares ${known.join(", ")}.` : didYouMean(name, known);
  const remedy = first === undefined ? "Declare it under environments:, or remove --env." : hint;
  report({
    severity: "error",
    code: "layout/unknown-environment",
    message: `The layout declares no environment ${name}.`,
    ...present({ remedy, at: first?.source.at(first.key) }),
  });
  return undefined;
}

/** The fields of an environment, as if they were at the top of a layout. */
export function fieldsOfEnvironment({ field, map }: Environment, report: Report): readonly YamlField[] {
  return mapFields(field.source, map, report);
}
