import { randomUUID } from "node:crypto";
import type { Transport } from "../../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../../src/emulator/new-emulator.ts";
import { hashSecret } from "../../../src/engine/reconcile/hash-secret.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import { indexTypes, type TypeIndex } from "../../../src/model/type-index.ts";
import { configurationType } from "../../../src/terraform/configuration.ts";
import type { DataSource } from "../../../src/terraform/data/data-source.ts";
import { sourcesOf } from "../../../src/terraform/data/sources.ts";
import { docsProvider } from "../../../src/terraform/docs-provider-server.ts";
import type { DynamicValue, ProviderDiagnostic } from "../../../src/terraform/plugin/protobuf/messages.ts";
import type {
  CallName,
  CallRequest,
  CallResponse,
} from "../../../src/terraform/plugin/protobuf/protocol-calls.ts";
import type {
  SchemaAttribute,
  SchemaObject,
} from "../../../src/terraform/plugin/protobuf/schema-messages.ts";
import type { CallScope, ProviderServer } from "../../../src/terraform/plugin/provider-server.ts";
import type { ObjectType } from "../../../src/terraform/plugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isCtyObject,
  isUnknown,
  isWhollyKnown,
} from "../../../src/terraform/plugin/values/cty-value.ts";
import {
  decodeDynamicValue,
  encodeDynamicValue,
} from "../../../src/terraform/plugin/values/dynamic-value.ts";
import { sameValue } from "../../../src/terraform/plugin/values/equal.ts";
import type { Resource } from "../../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../../src/terraform/resources/resources.ts";
import { openAttemptedCreates } from "../../../src/terraform/session/attempted-creates.ts";
import { openPlannedMoves } from "../../../src/terraform/session/planned-moves.ts";
import type { Clock } from "../../../src/util/clock.ts";
import { testToken } from "../../support/service.ts";
import { typeIndex } from "./every-type.ts";
import { notesInMemory } from "./notes.ts";

/** A resource in Terraform's state. */
export interface InState {
  readonly state: CtyObject | null;
  readonly private: Uint8Array;
}

export interface Planned extends InState {
  readonly replaced: readonly string[];
  readonly diagnostics: readonly ProviderDiagnostic[];
  /** Whether the plan has no changes. */
  readonly isEmpty: boolean;
}

/** Terraform's side of the protocol, in process: how it plans and applies a configuration, and which results it refuses. */
export interface RpcTerraform {
  readonly nothing: InState;
  /** Configures the provider, and returns its errors. */
  configure(): Promise<readonly string[]>;
  plan(name: string, inState: InState, config: Config): Promise<Planned>;
  /** The errors of a resource or data block, each with its place. */
  validate(kind: "resource" | "data", name: string, config: Config): Promise<readonly string[]>;
  /** Plans and applies, and checks that the result matches the plan. Returns the errors and the new state. */
  apply(
    name: string,
    inState: InState,
    config: Config | null,
  ): Promise<InState & { readonly errors: readonly string[]; readonly warnings: readonly string[] }>;
  /** Plans a delete. Returns the planned state, which {@link applyDelete} needs. */
  planDelete(name: string, inState: InState): Promise<InState & { readonly errors: readonly string[] }>;
  /** Applies a planned delete. */
  applyDelete(name: string, inState: InState, planned: InState): Promise<readonly string[]>;
  read(name: string, inState: InState): Promise<InState>;
  import(
    name: string,
    id: string,
  ): Promise<InState & { readonly errors: readonly string[]; readonly warnings: readonly string[] }>;
  /** The state of a data block, and its errors. */
  data(
    name: string,
    config: Config,
    client?: { readonly deferralAllowed: boolean },
  ): Promise<{
    readonly state: CtyObject | null;
    readonly errors: readonly string[];
    readonly warnings: readonly string[];
    /** The reason to read it later, if Terraform can defer reads. */
    readonly deferred: string | undefined;
  }>;
  /** The service refuses the next write with this message, or the first one after `after` other writes. */
  refuseNextWrite(message: string, which?: { readonly after: number }): void;
  /** Kills the provider after the service has executed its next write and before the response. Resolves then. */
  killAfterWrite(): Promise<void>;
  /** The number of calls that used their abort signal. */
  signalsUsed(): number;
  /** Starts a new provider process, which knows only the records on the disk. */
  restart(): void;
}

/** The values of a configuration. An omitted value is null. */
export type Config = Readonly<Record<string, CtyValue>>;

interface Offer {
  readonly types: readonly ResourceType[];
  readonly resources: ReadonlyMap<string, Resource>;
  readonly sources: ReadonlyMap<string, DataSource>;
}

function offerOf(index: TypeIndex): Offer {
  const sources = sourcesOf(index).map(({ source }) => source());
  return {
    types: index.all,
    resources: new Map(resourcesOf(index).map((each) => [each.name, each])),
    sources: new Map(sources.map((source) => [source.name, source])),
  };
}

const usual = offerOf(typeIndex);

export function rpcTerraform(
  emulator: Emulator,
  clock: Clock,
  settings: Config = {},
  service: Transport = emulatorTransport(emulator),
  types?: readonly ResourceType[],
): RpcTerraform {
  const offer = types === undefined ? usual : offerOf(indexTypes(types));
  const resourceOf = (name: string): Resource => named(offer.resources, name);
  const sourceOf = (name: string): DataSource => named(offer.sources, name);
  const [attempts, moves] = [notesInMemory(), notesInMemory()];
  let signalsAsked = 0;
  const call: Call = async (provider, name, request) => {
    const { signal } = new AbortController();
    return await answerOf(provider, name, request, {
      get signal() {
        signalsAsked += 1;
        return signal;
      },
    });
  };
  let server: Promise<ProviderServer> | undefined;
  let kill: (() => void) | undefined;
  let refusal: { readonly message: string; after: number } | undefined;
  let refusals: readonly string[] = [];
  const transport: Transport = async (request) => {
    if (refusal !== undefined && request.method !== "GET" && refusal.after-- === 0) {
      const text = JSON.stringify({ error: { code: 400, message: refusal.message } });
      refusal = undefined;
      return { status: 400, headers: {}, text };
    }
    const answer = await service(request);
    if (kill === undefined || request.method === "GET") return answer;
    kill();
    kill = undefined;
    return await new Promise(() => undefined);
  };
  const start = async (): Promise<ProviderServer> => {
    const started = docsProvider({
      types: offer.types,
      environment: {},
      stop: () => undefined,
      onDefect: (error) => {
        throw error;
      },
      sessionHost: () => ({
        clock,
        random: () => 0.5,
        hash: hashSecret,
        newId: randomUUID,
        attemptedCreates: openAttemptedCreates(attempts, randomUUID(), clock),
        plannedMoves: openPlannedMoves(randomUUID(), moves, clock.now()),
        transport,
        onEvent: () => undefined,
        onDefect: (error) => {
          throw error;
        },
        stop: new AbortController().signal,
        consistencyWindowMs: 5_000,
      }),
    });
    const config = filled(configurationType, {
      base_url: "http://127.0.0.1",
      token: testToken,
      organization: emulator.organizationId,
      ...settings,
    });
    const { diagnostics } = await call(started, "ConfigureProvider", {
      terraformVersion: "1.11.4",
      config: message(config, configurationType),
    });
    refusals = errorsIn(diagnostics);
    return started;
  };
  const running = (): Promise<ProviderServer> => (server ??= start());
  const planDelete: RpcTerraform["planDelete"] = async (name, inState) => {
    const { type } = resourceOf(name);
    const nothing = message(null, type);
    const answer = await call(await running(), "PlanResourceChange", {
      typeName: name,
      priorState: message(inState.state, type),
      proposedNewState: nothing,
      config: nothing,
      priorPrivate: inState.private,
    });
    const errors = errorsIn(answer.diagnostics);
    return { state: null, private: answer.plannedPrivate ?? new Uint8Array(), errors };
  };
  const terraform: RpcTerraform = {
    nothing: { state: null, private: new Uint8Array() },
    plan: async (name, inState, config) => {
      const { type, schema } = resourceOf(name);
      const given = filled(type, config);
      const proposed = proposedState(schema.block.attributes ?? [], inState.state, given);
      const answer = await call(await running(), "PlanResourceChange", {
        typeName: name,
        priorState: message(inState.state, type),
        proposedNewState: message(proposed, type),
        config: message(given, type),
        priorPrivate: inState.private,
      });
      const state = object(answer.plannedState, type);
      return {
        state,
        private: answer.plannedPrivate ?? new Uint8Array(),
        replaced: (answer.requiresReplace ?? []).map((path) => String(path.steps?.[0]?.attributeName)),
        diagnostics: answer.diagnostics ?? [],
        isEmpty: sameValue(state, inState.state, type),
      };
    },
    validate: async (kind, name, config) => {
      const { type } = kind === "resource" ? resourceOf(name) : sourceOf(name);
      const request = { typeName: name, config: message(filled(type, config), type) };
      const { diagnostics = [] } =
        kind === "resource"
          ? await call(await running(), "ValidateResourceConfig", {
              ...request,
              clientCapabilities: { deferralAllowed: false, writeOnlyAttributesAllowed: true },
            })
          : await call(await running(), "ValidateDataResourceConfig", request);
      return diagnostics.map(withPlace);
    },
    apply: async (name, inState, config) => {
      const { type } = resourceOf(name);
      const planned =
        config === null ? await planDelete(name, inState) : await terraform.plan(name, inState, config);
      const answer = await call(await running(), "ApplyResourceChange", {
        typeName: name,
        priorState: message(inState.state, type),
        plannedState: message(planned.state, type),
        config: message(config === null ? null : filled(type, config), type),
        plannedPrivate: planned.private,
      });
      const state = object(answer.newState, type);
      const errors = errorsIn(answer.diagnostics);
      if (errors.length === 0 && planned.state !== null) checkResult(type, planned.state, state);
      const warnings = warningsIn(answer.diagnostics);
      return { state, private: answer.private ?? new Uint8Array(), errors, warnings };
    },
    configure: async () => {
      server = undefined;
      await running();
      return refusals;
    },
    planDelete,
    applyDelete: async (name, inState, planned) => {
      const { type } = resourceOf(name);
      const answer = await call(await running(), "ApplyResourceChange", {
        typeName: name,
        priorState: message(inState.state, type),
        plannedState: message(null, type),
        config: message(null, type),
        plannedPrivate: planned.private,
      });
      return errorsIn(answer.diagnostics);
    },
    read: async (name, inState) => {
      const { type } = resourceOf(name);
      const answer = await call(await running(), "ReadResource", {
        typeName: name,
        currentState: message(inState.state, type),
        private: inState.private,
      });
      const errors = errorsIn(answer.diagnostics);
      if (errors.length > 0) throw new Error(errors.join("\n"));
      return {
        state: object(answer.newState, type),
        private: answer.private ?? new Uint8Array(),
      };
    },
    import: async (name, id) => {
      const { type } = resourceOf(name);
      const answer = await call(await running(), "ImportResourceState", {
        typeName: name,
        id,
      });
      const imported = answer.importedResources?.[0];
      return {
        state: imported === undefined ? null : object(imported.state, type),
        private: imported?.private ?? new Uint8Array(),
        errors: errorsIn(answer.diagnostics),
        warnings: warningsIn(answer.diagnostics),
      };
    },
    data: async (name, config, client) => {
      const source = sourceOf(name);
      const given = message(filled(source.type, config), source.type);
      const answer = await call(await running(), "ReadDataSource", {
        typeName: name,
        config: given,
        clientCapabilities: client && { ...client, writeOnlyAttributesAllowed: true },
      });
      return {
        state: object(answer.state, source.type),
        errors: errorsIn(answer.diagnostics),
        warnings: warningsIn(answer.diagnostics),
        deferred: answer.deferred?.reason,
      };
    },
    refuseNextWrite: (message, { after } = { after: 0 }) => {
      refusal = { message, after };
    },
    killAfterWrite: () =>
      new Promise((resolve) => {
        kill = resolve;
      }),
    signalsUsed: () => signalsAsked,
    restart: () => {
      server = undefined;
    },
  };
  return terraform;
}

type Call = <Name extends CallName>(
  server: ProviderServer,
  name: Name,
  request: CallRequest<Name>,
) => Promise<CallResponse<Name>>;

async function answerOf<Name extends CallName>(
  server: ProviderServer,
  name: Name,
  request: CallRequest<Name>,
  scope: CallScope,
): Promise<CallResponse<Name>> {
  const handler = server[name];
  if (handler === undefined) throw new Error(`No ${name}.`);
  return (await handler(request, scope)) as CallResponse<Name>;
}

function named<Thing>(things: ReadonlyMap<string, Thing>, name: string): Thing {
  const thing = things.get(name);
  if (thing === undefined) throw new Error(`There is no ${name}.`);
  return thing;
}

/** A diagnostic with its place: `merge_rules.type: …`. Terraform shows the summary as a headline, so it must not end with a dot. */
export function withPlace({ summary, detail, attribute }: ProviderDiagnostic): string {
  if (summary.endsWith(".")) throw new Error(`The summary ends with a dot: ${summary}`);
  const steps = attribute?.steps ?? [];
  const place = steps.map((step) => step.attributeName ?? String(step.elementKeyInt)).join(".");
  return `${place}: ${summary}. ${detail ?? ""}`;
}

function message(value: CtyObject | null, type: ObjectType): DynamicValue {
  return { ...encodeDynamicValue(value, type), json: new Uint8Array() } as DynamicValue;
}

interface AnyNotation {
  readonly msgpack?: Uint8Array | undefined;
  readonly json?: Uint8Array | undefined;
}

function object(value: AnyNotation | undefined, type: ObjectType): CtyObject | null {
  const none = new Uint8Array();
  const { msgpack, json } = value ?? {};
  return decodeDynamicValue({ msgpack: msgpack ?? none, json: json ?? none }, type) as CtyObject | null;
}

/** Every attribute of a type. An omitted value is null. */
function filled(type: ObjectType, values: Config): CtyObject {
  return ctyObject(Object.keys(type.attributes).map((name) => [name, values[name] ?? null]));
}

/** The state that Terraform proposes: the configured values and, for omitted attributes, the provider's earlier computed values. */
function proposedState(
  attributes: readonly SchemaAttribute[],
  prior: CtyObject | null,
  config: CtyObject,
): CtyObject {
  const proposed: Record<string, CtyValue> = { ...config };
  for (const { name, computed, nestedType, writeOnly } of attributes) {
    const given = config[name] ?? null;
    if (writeOnly === true) proposed[name] = given;
    else if (given === null && computed === true) proposed[name] = prior?.[name] ?? null;
    else if (isCtyObject(given) && nestedType?.nesting === "single")
      proposed[name] = nested(nestedType, prior?.[name], given);
  }
  return proposed;
}

function nested(type: SchemaObject, prior: CtyValue | undefined, given: CtyObject): CtyObject {
  return proposedState(type.attributes, isCtyObject(prior) ? prior : null, given);
}

function errorsIn(diagnostics: readonly ProviderDiagnostic[] | undefined): readonly string[] {
  return (diagnostics ?? [])
    .filter((each) => each.severity === "error")
    .map((each) => `${each.summary}: ${each.detail}`);
}

function warningsIn(diagnostics: readonly ProviderDiagnostic[] | undefined): readonly string[] {
  const warnings = (diagnostics ?? []).filter((each) => each.severity === "warning");
  return warnings.map((each) => `${each.summary}: ${each.detail}`);
}

/** Terraform refuses a result that differs from the plan, or that has unknown values. */
function checkResult(type: ObjectType, planned: CtyObject, result: CtyObject | null): void {
  if (result === null) throw new Error("There is no result.");
  for (const name of Object.keys(type.attributes)) {
    const [wanted, got] = [planned[name] ?? null, result[name] ?? null];
    if (!isWhollyKnown(got)) throw new Error(`${name} is still not known.`);
    if (!sameValue(withKnownParts(wanted, got), got, type.attributes[name] as ObjectType))
      throw new Error(`${name} was planned as ${JSON.stringify(wanted)} and is ${JSON.stringify(got)}.`);
  }
}

/** The planned value, with the actual values in the place of the unknown ones. */
function withKnownParts(wanted: CtyValue, got: CtyValue): CtyValue {
  if (isUnknown(wanted)) return got;
  if (!isCtyObject(wanted) || !isCtyObject(got)) return wanted;
  return ctyObject(
    Object.entries(wanted).map(([name, part]) => [name, withKnownParts(part, got[name] ?? null)]),
  );
}
