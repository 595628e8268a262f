import type { Construct } from "constructs";
import { checkLibrary, checkStack } from "./check-library.ts";
import { defaultAndSettingProblems, unknownSettingProblems } from "./check-provider.ts";
import { type DocsProviderConfig, DocsProvider as GeneratedProvider } from "./generated/provider.ts";

/** The provider of a stack. It sets the organization of the objects and the connection to the service. */
export class DocsProvider extends GeneratedProvider {
  constructor(scope: Construct, id: string, config: DocsProviderConfig = {}) {
    super(scope, id, config);
    checkLibrary(this);
    checkStack(this);
    this.node.addValidation({
      validate: () => [...unknownSettingProblems(config), ...defaultAndSettingProblems(this)],
    });
  }
}
