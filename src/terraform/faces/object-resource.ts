import type { TypeIndex } from "../../live/type-index.ts";
import type { Generation } from "../../model/endpoint.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { type ObjectFace, objectFace } from "../../model/terraform-face.ts";
import { errorAt } from "../../tfplugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../../tfplugin/protobuf/messages.ts";
import { typeOfBlock } from "../../tfplugin/schema-type.ts";
import { type CtyObject, isUnknown, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import { attributePath } from "../../tfplugin/values/path.ts";
import type { Session } from "../session/session.ts";
import { isLacking } from "./generation.ts";
import { importObject } from "./object-import.ts";
import { applyObject } from "./object-lifecycle.ts";
import { planObject } from "./object-plan.ts";
import { readObjectState } from "./object-read.ts";
import { objectSchema } from "./object-schema.ts";
import { validateObject, warnOfUnwritten } from "./object-validate.ts";
import { isHashed } from "./object-values.ts";
import { parsePrivate } from "./private-state.ts";
import type { PlanRequest, Resource } from "./resource.ts";
import { toJson } from "./shape.ts";

/** The resource that manages objects of a type. */
export function objectResource(index: TypeIndex, type: ResourceType): Resource {
  const face = objectFace(index, type);
  const schema = objectSchema(face);
  const planned = planner(face);
  return {
    name: face.name,
    schema,
    type: typeOfBlock(schema.block),
    deletes: true,
    validate: (config, { writeOnlyAllowed }) => validateObject(face, config, writeOnlyAllowed),
    read: (session, request, scope) => {
      confirmKnown(session, type, request.state);
      return readObjectState(face, session, request, scope);
    },
    plan: (session, request) => {
      if (session !== undefined && request.prior !== null) confirmKnown(session, type, request.prior);
      return planned(session, request);
    },
    apply: (session, request, scope) => applyObject(face, session, request, scope),
    import: (session, id, scope) => importObject(face, session, id, scope),
    upgrade: (state, version) => upgradeState(type, state, version),
  };
}

/** What Terraform has in its state was not lost, however the process ended that created it. */
function confirmKnown(session: Session, type: ResourceType, state: CtyObject): void {
  const id = state["id"];
  if (typeof id === "string") session.host.intents.confirm(type.name, id);
}

/** Plans objects of a face. What is true of all of them is found out once. */
function planner(face: ObjectFace): Resource["plan"] {
  const asksGeneration = needsGeneration(face);
  const writesUnseen = face.values.some((field) => field.writeOnly !== undefined);
  return async (session, request) => {
    const { prior, proposed, config } = request;
    const generation = asksGeneration ? await session?.generation() : undefined;
    const { planned, requiresReplace } = planObject(face, prior, proposed, config, generation);
    const diagnostics = [
      ...(writesUnseen ? unwritten(face, session, request, planned) : []),
      ...lacking(face, config, generation),
    ];
    return { planned, requiresReplace, diagnostics };
  };
}

/** What is declared and this generation of the service does not have. */
function lacking(
  face: ObjectFace,
  config: CtyObject,
  generation: Generation | undefined,
): readonly ProviderDiagnostic[] {
  if (generation === undefined) return [];
  return face.values.flatMap((field) => {
    const { generations = [] } = field.rule;
    if (!isLacking(field.rule, generation) || (config[field.name] ?? null) === null) return [];
    return [
      errorAt(
        attributePath(field.name),
        `This service has no \`${field.name}\``,
        `It is of the ${generations.join(" and ")} generation of the interface; this service speaks the ${generation} one.`,
      ),
    ];
  });
}

/** Whether what can be done to the type depends on the generation: only then is it asked for. */
function needsGeneration({ type, values }: ObjectFace): boolean {
  const changes = new Set(Object.values(type.container?.change ?? {}));
  return changes.size > 1 || values.some((field) => field.rule.generations !== undefined);
}

function unwritten(
  face: ObjectFace,
  session: Session | undefined,
  { prior, config, private: bytes }: PlanRequest,
  planned: CtyObject,
): readonly ProviderDiagnostic[] {
  const { written = {} } = parsePrivate(bytes);
  return face.values.flatMap((field) => {
    const known = written[field.name];
    if (session === undefined || prior === null || known === undefined || field.writeOnly === undefined)
      return [];
    const value = config[field.writeOnly.name] ?? null;
    const isRaised = prior[field.writeOnly.version] !== planned[field.writeOnly.version];
    if (value === null || isUnknown(value) || !isWhollyKnown(value) || isRaised) return [];
    return isHashed(field, toJson(field.shape, value), known, session.host.hash)
      ? []
      : [warnOfUnwritten(field)];
  });
}

function upgradeState(type: ResourceType, state: JsonObject, version: number): JsonObject {
  let upgraded = state;
  for (let from = version; from < (type.terraform?.version ?? 0); from += 1)
    upgraded = type.terraform?.upgraders?.[from]?.(upgraded) ?? upgraded;
  return upgraded;
}
