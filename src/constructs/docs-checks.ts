import { Annotations, Aspects, type IAspect, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { checkLibrary } from "./check-library.ts";
import {
  allowPublic,
  type PublicOptions,
  publicRule,
  sectionsHaveContentRule,
  type TitleOptions,
  titleRule,
} from "./check-rules.ts";
import { checkedObject } from "./checked-object.ts";
import type { CheckReport, DocsRule } from "./docs-rule.ts";
import { type GivenObject, objectsIn, onObject } from "./given-objects.ts";
import { problemText } from "./problem-text.ts";

/**
 * Checks the objects of an app, a stack or another construct with rules, each time the app is synthesized:
 * `DocsChecks.of(app).add(DocsChecks.titles(/^[A-Z]/))`. A rule of one's own is a function.
 */
export class DocsChecks implements IAspect {
  readonly #rules: { readonly rule: DocsRule; readonly isStrict: boolean }[] = [];

  /** The checks of a construct. Objects that the app adds to it later are checked too. */
  static of(scope: IConstruct): DocsChecks {
    const existing = checksByScope.get(scope);
    if (existing !== undefined) return existing;
    checkLibrary(scope);
    const checks = new DocsChecks();
    checksByScope.set(scope, checks);
    attach(checks, scope);
    return checks;
  }

  /** A rule: every title matches the pattern. */
  static titles(pattern: RegExp, options: TitleOptions = {}): DocsRule {
    return titleRule(pattern, options);
  }

  /** A rule: every site, group and section has contents. */
  static sectionsHaveContent(): DocsRule {
    return sectionsHaveContentRule();
  }

  /** A rule: nothing is public, except with a reason (`allowPublic`) or if the options list it. */
  static nothingPublic(options: PublicOptions = {}): DocsRule {
    return publicRule(options);
  }

  /** Records why an object is public, for the rule `nothingPublic`. */
  static allowPublic(object: IConstruct, reason: string): void {
    allowPublic(object, reason);
  }

  private constructor() {}

  /** Adds rules. */
  add(...rules: readonly DocsRule[]): this {
    this.#rules.push(...rules.map((rule) => ({ rule, isStrict: true })));
    return this;
  }

  /** Adds rules whose errors are only warnings. */
  warn(...rules: readonly DocsRule[]): this {
    this.#rules.push(...rules.map((rule) => ({ rule, isStrict: false })));
    return this;
  }

  /** The synthesis calls it for each construct. */
  visit(construct: IConstruct): void {
    const given = givenAt(construct);
    if (given === undefined) return;
    const object = checkedObject(given);
    for (const { rule, isStrict } of this.#rules) rule(object, reportOn(construct, isStrict));
  }
}

const checksByScope = new WeakMap<IConstruct, DocsChecks>();

/** The synthesis visits only aspects of stacks and of constructs in stacks. So the checks of an app become an aspect of each of its stacks. */
function attach(checks: DocsChecks, scope: IConstruct): void {
  const isInStack = scope.node.scopes.some((each) => TerraformStack.isStack(each));
  if (isInStack) {
    Aspects.of(scope).add(checks);
    return;
  }
  const stacks = new Set<TerraformStack>();
  onObject(scope, ({ construct }) => {
    const stack = TerraformStack.of(construct);
    if (stacks.has(stack)) return;
    stacks.add(stack);
    Aspects.of(stack).add(checks);
  });
}

function givenAt(construct: IConstruct): GivenObject | undefined {
  return objectsIn(construct).find((object) => object.construct === construct);
}

function reportOn(construct: IConstruct, isStrict: boolean): CheckReport {
  const annotations = Annotations.of(construct);
  const once =
    (add: (text: string) => void) =>
    (message: string, remedy: string = "") => {
      const text = problemText({ message, remedy });
      // A test may synthesize an app several times.
      if (!construct.node.metadata.some(({ data }) => data === text)) add(text);
    };
  const warning = once((text) => annotations.addWarning(text));
  return { error: isStrict ? once((text) => annotations.addError(text)) : warning, warning };
}
