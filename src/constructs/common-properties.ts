import { type TerraformMetaArguments, type TerraformResourceLifecycle, Token } from "cdktf";
import type { Construct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import { getOrMake } from "../util/groups.ts";
import { propertiesOf, unknownIn } from "./check-properties.ts";
import type { Flag } from "./choice.ts";
import type { SpaceTimeouts } from "./generated/space.ts";
import { failInApp, problemText } from "./problem-text.ts";

/** How long each operation may take, as a duration: `30s`, `5m`, `1h30m`. */
export type Timeouts = SpaceTimeouts;

/** Properties that every object has besides its values. `Name`: the names of its values. */
export interface DocsObjectProps<Name extends string>
  extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /**
   * If `true`, the provider refuses to delete or replace the object until an apply without this (`deletion_protection`). The
   * state keeps the value, so it also protects an object whose construct you removed.
   */
  readonly protect?: Flag;
  /** Properties that are set at creation and that people change in the app afterwards (`ignore_changes`). */
  readonly ignore?: readonly Name[];
  /**
   * Id of an existing object. Terraform 1.5 or later imports it with the next apply. After that, this property has no
   * effect.
   */
  readonly importFrom?: string;
  /**
   * The id that this construct had before, under the same parent. Terraform and docsform then keep its object, and everything below it,
   * instead of deleting and creating them. If it had another parent in the stack: its path from the present parent, such as
   * `../handbook`, or its whole path after a slash, such as `/acme/products/handbook`. `FormerId.of(scope).add(…)` does the same for
   * any construct. Remove it when every environment has been applied with it.
   */
  readonly formerId?: string;
  /** How long each operation may take. Default: the limits of the provider. */
  readonly timeouts?: Timeouts;
}

/** What a property that every object has must be. */
interface Form {
  /** The case of the error. */
  readonly otherwise: {
    readonly case: "notBoolean" | "notConstructs" | "notMap" | "notNames" | "notProvider" | "notText";
  };
  readonly accepts: (value: unknown) => boolean;
}

const text: Form = { otherwise: { case: "notText" }, accepts: (value) => typeof value === "string" };
const map: Form = {
  otherwise: { case: "notMap" },
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

const forms: Readonly<Record<keyof DocsObjectProps<string>, Form>> = {
  dependsOn: {
    otherwise: { case: "notConstructs" },
    accepts: (value) => Array.isArray(value) && [...value].every(hasAddress),
  },
  formerId: text,
  ignore: {
    otherwise: { case: "notNames" },
    accepts: (value) => Array.isArray(value) && [...value].every(text.accepts),
  },
  importFrom: text,
  lifecycle: map,
  protect: { otherwise: { case: "notBoolean" }, accepts: (value) => typeof value === "boolean" },
  provider: { otherwise: { case: "notProvider" }, accepts: hasAddress },
  timeouts: map,
};

/** The properties that every object has besides its values. */
export const commonProperties: readonly string[] = Object.keys(forms);

const allProperties = new Map<string, readonly string[]>();

/** All properties of the construct of a type. Computed once: each object of an app asks for them. */
export function allPropertiesOf(kind: string): readonly string[] {
  return getOrMake(allProperties, kind, () => [...propertiesOf(kind), ...commonProperties]);
}

const lifecycleSettings: Readonly<Record<keyof TerraformResourceLifecycle, true>> = {
  createBeforeDestroy: true,
  ignoreChanges: true,
  postcondition: true,
  precondition: true,
  preventDestroy: true,
  replaceTriggeredBy: true,
};

const operations: Readonly<Record<keyof Timeouts, true>> = {
  create: true,
  delete: true,
  read: true,
  update: true,
};

/**
 * Checks the properties that every object has. Throws for a value that has another form. TypeScript's types prevent that, but plain JavaScript
 * and an app that runs without a check of its types do not.
 */
export function checkCommon(construct: Construct, props: object): void {
  const given = props as DocsObjectProps<string>;
  for (const field in forms) {
    const value = given[field as keyof typeof forms];
    if (value === undefined || Token.isUnresolved(value)) continue;
    const { otherwise, accepts } = forms[field as keyof typeof forms];
    if (!accepts(value))
      throw failInApp("constructs/invalid-value", { ...otherwise, path: construct.node.path, field });
  }
  const { lifecycle = {}, timeouts = {} } = given;
  if (given.lifecycle === undefined && given.timeouts === undefined) return;
  const validate = () => [
    ...unknownIn(() => "A lifecycle", lifecycle, Object.keys(lifecycleSettings)),
    ...unknownIn(() => "Timeouts", timeouts, Object.keys(operations)),
    ...timeoutProblems(timeouts),
  ];
  construct.node.addValidation({ validate });
}

function hasAddress(value: unknown): boolean {
  return typeof value === "object" && value !== null && "fqn" in value;
}

function timeoutProblems(timeouts: Timeouts): string[] {
  return Object.entries(timeouts)
    .filter(
      ([, value]) => !Token.isUnresolved(value) && !/^(?:\d+(?:[.]\d+)?(?:ms|[smh]))+$/u.test(String(value)),
    )
    .map(([operation]) => {
      const facts = { case: "notDuration", field: `timeouts.${operation}` } as const;
      return problemText(wordsOf("constructs/invalid-value", facts));
    });
}
