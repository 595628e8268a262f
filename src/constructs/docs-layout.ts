import { dirname } from "node:path";
import { Annotations, Token } from "cdktf";
import { Construct } from "constructs";
import { type LayoutRead, readLayout } from "../layout/read-layout.ts";
import { renderDiagnostic } from "../layout/render-diagnostic.ts";
import { wordsOf } from "../model/codes/app-words.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { type Diagnostic, shownDiagnostics } from "../model/diagnostic.ts";
import { Secret } from "../model/secret.ts";
import { didYouMean } from "../util/nearest.ts";
import { present } from "../util/present.ts";
import { checkLibrary, checkStack } from "./check-library.ts";
import { defined } from "./defined.ts";
import { DocsProvider } from "./docs-provider.ts";
import type { ISite } from "./docs-site.ts";
import type { ISiteSection } from "./docs-site-section.ts";
import type { ISiteSectionGroup } from "./docs-site-section-group.ts";
import { formerPathsOf } from "./layout-moves.ts";
import { buildLayout } from "./layout-objects.ts";
import { layoutProblems } from "./layout-problems.ts";
import { withIdsOfState } from "./layout-state.ts";
import { failInApp, problemText } from "./problem-text.ts";
import { besideLayout, readLayoutFiles, textOfNamed } from "./read-layout-files.ts";
import type {
  DocsReference,
  ICollection,
  IMember,
  IOpenApiSpec,
  IOrganization,
  ISamlProvider,
  ISiteLink,
  ISiteSpace,
  ISpace,
  ITeam,
  ITranslation,
} from "./references.ts";

import { stackMovesOf } from "./stack-moves.ts";
import { defaultProviders, providersOfLayouts } from "./stacks.ts";
import { types } from "./types.ts";

/** Options for reading a layout. */
export interface DocsLayoutOptions {
  /** The provider of the layout's objects. Default: the provider of the stack, which the layout creates if there is none. */
  readonly provider?: DocsProvider;
  /**
   * The environment variables that `!env` and the layout's variables read. If it has no NAME, `TF_VAR_NAME` is used.
   * Default: the environment of the process.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Values of the variables that the layout declares, by name. They take precedence over the environment and over defaults. */
  readonly variables?: Readonly<Record<string, string>>;
  /** More folders that `!file` may read from. By default it reads only below the layout's folder and the working directory. */
  readonly filesFrom?: readonly string[];
  /**
   * Path of docsform's state of the layout. Terraform imports the objects in this state. `false`: none. Default: the state beside the
   * layout, if there is one.
   */
  readonly state?: string | false;
}

/** The TypeScript type of a layout's objects, by the type in their address. */
export interface LayoutObjects {
  readonly collection: ICollection;
  readonly member: IMember;
  readonly openapi_spec: IOpenApiSpec;
  readonly organization: IOrganization;
  readonly saml_provider: ISamlProvider;
  readonly site: ISite;
  readonly site_link: ISiteLink;
  readonly site_section: ISiteSection;
  readonly site_section_group: ISiteSectionGroup;
  readonly site_space: ISiteSpace;
  readonly space: ISpace;
  readonly team: ITeam;
  readonly translation: ITranslation;
}

/**
 * The objects that a YAML layout declares, each as a construct. Terraform ignores changes of the attributes that the
 * layout omits (`ignore_changes`). `!env NAME` becomes a sensitive Terraform variable: set it as `TF_VAR_NAME`. Terraform
 * itself reads the files of `!file`. The synthesized files contain neither.
 */
export class DocsLayout extends Construct {
  /** Id of the layout's organization. */
  readonly organization: string;
  readonly #objects: ReadonlyMap<string, DocsReference<string>>;

  /**
   * Reads a layout from a file or from a folder of `.yaml` and `.yml` files, and merges several of them. Paths are relative
   * to the folder that the app runs in. Throws one error that lists every mistake with its file, line and column.
   */
  static fromYaml(
    scope: Construct,
    id: string,
    paths: string | readonly string[],
    options: DocsLayoutOptions = {},
  ): DocsLayout {
    return new DocsLayout(scope, id, typeof paths === "string" ? [paths] : paths, options);
  }

  private constructor(scope: Construct, id: string, paths: readonly string[], options: DocsLayoutOptions) {
    super(scope, id);
    checkLibrary(this);
    checkStack(this);
    const existingProvider = options.provider ?? defaultProviders(this)[0];
    const files = new Map<string, string>();
    const read = readAll(this.node.path, paths, options, existingProvider?.organizationInput, files);
    const world = desiredWorldOf(this, read, (desired) =>
      withIdsOfState(this.node.path, desired, {
        paths,
        files: read.sources,
        ...present({ state: options.state }),
      }),
    );
    this.organization = world.organizationId;
    const provider = existingProvider ?? this.#createProvider();
    this.#setOrganization(provider);
    this.#objects = buildLayout({ scope: this, world, files, provider: options.provider });
    const formerPaths = formerPathsOf(world, this.#objects);
    if (formerPaths.size > 0) stackMovesOf(this).addTogether(formerPaths);
  }

  /**
   * The object with this address, such as `space.guides` or `site_section.docs/guides`. Refer to it, or add to it. Throws if
   * the layout does not declare it.
   */
  get<Kind extends keyof LayoutObjects>(address: `${Kind}.${string}`): LayoutObjects[Kind] {
    const object = this.#objects.get(address);
    if (object !== undefined) return object as unknown as LayoutObjects[Kind];
    const addresses = [...this.#objects.keys()];
    const meant = didYouMean(address, addresses);
    throw meant === undefined
      ? failInApp("constructs/no-such-object", { case: "other", address, addresses })
      : failInApp("constructs/no-such-object", { case: "meant", address, meant });
  }

  #createProvider(): DocsProvider {
    const provider = new DocsProvider(this, "provider", {});
    providersOfLayouts.add(provider);
    return provider;
  }

  /** Sets the provider's organization to the layout's, if it has none. Refuses a different one. */
  #setOrganization(provider: DocsProvider): void {
    const { organization } = this;
    provider.organization = provider.organizationInput ?? organization;
    this.node.addValidation({
      validate: () => [
        ...layoutOrganizationProblems(provider, organization),
        ...layoutProviderProblems(this, provider),
      ],
    });
  }
}

function layoutOrganizationProblems(
  { organizationInput: ofProvider }: DocsProvider,
  organization: string,
): readonly string[] {
  if (ofProvider === undefined || ofProvider === organization || Token.isUnresolved(ofProvider)) return [];
  const facts = { layout: organization, provider: ofProvider };
  return [problemText(wordsOf("constructs/other-organization", facts))];
}

/** A default provider that the app creates after the layout is a problem: the layout has created one too. */
function layoutProviderProblems(layout: DocsLayout, provider: DocsProvider): readonly string[] {
  const isOfLayout = provider.node.scope === layout;
  if (!isOfLayout) return [];
  const others = defaultProviders(layout).filter((other) => other !== provider);
  return others.map(({ node }) => problemText(wordsOf("constructs/late-provider", { provider: node.path })));
}

/** Reads the layout, and adds the files that it names to `files`: their paths, by their text. */
function readAll(
  construct: string,
  paths: readonly string[],
  options: DocsLayoutOptions,
  organization: string | undefined,
  files: Map<string, string>,
): LayoutRead {
  // The app itself calls the constructs, so no caller can pass the environment.
  // oxlint-disable-next-line node/no-process-env
  const environment = options.environment ?? process.env;
  return readLayout({
    sources: readLayoutFiles(construct, paths, types),
    types,
    environment: withVariables(environment),
    // Terraform reads the secrets during an apply. The command line of cdktf does not pass TF_VAR_NAME to the app either.
    secretsLater: true,
    tokens: tokensIn(environment),
    readFile: (path, layoutFile, most) => {
      const file = besideLayout(path, layoutFile);
      const text = textOfNamed(
        file,
        { usual: [dirname(layoutFile), "."], further: options.filesFrom ?? [] },
        most,
      );
      files.set(text, file);
      return text;
    },
    ...defined({ organization, variables: options.variables }),
  });
}

function tokensIn(environment: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  const name = "DOCSFORM_TOKEN";
  const token = environment[name];
  return token === undefined ? [] : [new Secret(token, { kind: "environment", name })];
}

/** `TF_VAR_NAME` also sets NAME, if nothing else does: one variable serves the app and Terraform. */
function withVariables(environment: Readonly<Record<string, string | undefined>>) {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith("TF_VAR_") ? [[name.slice("TF_VAR_".length), value] as const] : [],
  );
  return { ...Object.fromEntries(variables), ...environment };
}

/** What the layout declares, with the ids that the state knows. Throws if it has errors, and adds its warnings to the annotations of the app. */
function desiredWorldOf(
  scope: Construct,
  { desired: declared, diagnostics, sources }: LayoutRead,
  withIds: (declared: DesiredWorld) => DesiredWorld,
): DesiredWorld {
  const desired = declared === undefined ? undefined : withIds(declared);
  const all = [...diagnostics, ...(desired === undefined ? [] : layoutProblems(desired))];
  const render = (diagnostic: Diagnostic) => renderDiagnostic(diagnostic, sources);
  const hasErrors = all.some(({ severity }) => severity === "error");
  if (desired === undefined || hasErrors) {
    const { shown, more } = shownDiagnostics(all);
    const problems = [...shown.map(render), ...(more === 0 ? [] : [`And ${more} more.`])].join("\n\n");
    throw failInApp("constructs/invalid-layout", { problems });
  }
  for (const warning of all) Annotations.of(scope).addWarning(render(warning));
  return desired;
}
