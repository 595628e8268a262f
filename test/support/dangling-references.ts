import type { OperationTable } from "../../src/contract/operations/system.ts";
import type { EmulatedService, EmulatorRecord } from "../../src/model/emulator-rules.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";

/** A field of a type's records that contains the id of an object of one of these types. */
interface ReferenceField {
  readonly type: string;
  readonly field: string;
  readonly targets: readonly string[];
}

/** References of records to missing records, by the declarations of types and operations. */
export function danglingReferences(
  services: readonly EmulatedService[],
  types: readonly ResourceType[],
  table: OperationTable,
): readonly string[] {
  const isThere = (target: string, id: string) => services.some((each) => each.get(target, id) !== undefined);
  return referenceFieldsOf(types, table).flatMap(({ type, field, targets }) =>
    services
      .flatMap((each) => each.list(type))
      .flatMap((record) => {
        const id = idIn(record, field, targets);
        const isDangling = id !== undefined && !targets.some((target) => isThere(target, id));
        return isDangling ? [`${type} ${record.id} names in ${field} what is gone: ${id}`] : [];
      }),
  );
}

function referenceFieldsOf(types: readonly ResourceType[], table: OperationTable): readonly ReferenceField[] {
  const systems = Object.values(table);
  const containerFields = Object.assign({}, ...systems.map((each) => each.containerFields)) as Readonly<
    Record<string, string>
  >;
  return [
    ...types.flatMap(({ name: type, scope, container, attributes }): ReferenceField[] => [
      ...(scope === undefined ? [] : [{ type, field: scope, targets: [scope] }]),
      ...(container === undefined
        ? []
        : [{ type, field: containerFields[type] ?? "container", targets: container.types }]),
      ...Object.entries(attributes).flatMap(([field, { reference }]) =>
        reference === undefined ? [] : [{ type, field, targets: [reference.type] }],
      ),
    ]),
    ...systems.flatMap(({ pointers = {} }) =>
      Object.entries(pointers).flatMap(([type, fields]) =>
        Object.entries(fields).map(([field, target]) => ({ type, field, targets: [target] })),
      ),
    ),
  ];
}

/** The id in a field, which may be inside a pointer. */
function idIn(record: EmulatorRecord, field: string, targets: readonly string[]): string | undefined {
  const value: Json | undefined = record[field];
  const id = isJsonObject(value) ? targets.map((target) => value[target]).find(Boolean) : value;
  return typeof id === "string" ? id : undefined;
}
