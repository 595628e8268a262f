import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { failInApp } from "./problem-text.ts";

/** The import paths of the constructs, by library. */
const entries: Readonly<Record<string, string>> = {
  cdktf: "docsform/constructs",
  cdktn: "docsform/constructs-cdktn",
};

/** Throws if the app uses the other library: its stacks would fail on these constructs without an explanation. */
export function checkLibrary(construct: IConstruct): void {
  const own = libraryIn(TerraformStack);
  // The app or the stack comes first.
  const holder = construct.node.scopes.find((scope) => libraryIn(scope.constructor) !== undefined);
  const theirs = holder && libraryIn(holder.constructor);
  const entry = entries[theirs ?? ""];
  if (own === undefined || entry === undefined || theirs === own) return;
  throw failInApp("constructs/other-library", {
    path: construct.node.path,
    used: theirs ?? "",
    own,
    entry,
  });
}

/** Throws if a construct is not inside a stack. cdktf would ignore it. */
export function checkStack(construct: IConstruct): void {
  const isInStack = construct.node.scopes.some((scope) => TerraformStack.isStack(scope));
  if (!isInStack) throw failInApp("constructs/no-stack", { path: construct.node.path });
}

/** The library of a class that is a stack or an app. */
function libraryIn(constructor: object): string | undefined {
  // A class that is published for several languages has a name of its own. The classes that it extends have one too.
  for (
    let each: object | null = constructor;
    each !== null;
    each = Object.getPrototypeOf(each) as object | null
  ) {
    const typeInfo = Object.getOwnPropertyDescriptor(each, Symbol.for("jsii.rtti"))?.value as
      | { readonly fqn?: string }
      | undefined;
    const [, library] = /^(\w+)[.](?:TerraformStack|App)$/u.exec(typeInfo?.fqn ?? "") ?? [];
    if (library !== undefined) return library;
  }
  return undefined;
}
