import protobuf from "protobufjs";

/** The messages of protocol 6, declared again for another implementation of protobuf, so that it checks docsform's own declarations. */
const fields = {
  Empty: "",
  DynamicValue: "bytes msgpack=1; bytes json=2;",
  Step: "oneof selector { string attribute_name=1; string element_key_string=2; int64 element_key_int=3; }",
  Path: "repeated Step steps=1;",
  Diagnostic: "int32 severity=1; string summary=2; string detail=3; Path attribute=4;",
  RawState: "bytes json=1; map<string,string> flatmap=2;",
  Capabilities: "bool plan_destroy=1; bool get_provider_schema_optional=2; bool move_resource_state=3;",
  Attribute:
    "string name=1; bytes type=2; string description=3; bool required=4; bool optional=5; bool computed=6; bool sensitive=7; int32 description_kind=8; bool deprecated=9; Nested nested_type=10; bool write_only=11;",
  Nested: "repeated Attribute attributes=1; int32 nesting=3;",
  Block:
    "int64 version=1; repeated Attribute attributes=2; repeated BlockType block_types=3; string description=4; int32 description_kind=5; bool deprecated=6;",
  BlockType: "string type_name=1; Block block=2; int32 nesting=3; int64 min_items=4; int64 max_items=5;",
  Schema: "int64 version=1; Block block=2;",
  GetProviderSchemaResponse:
    "Schema provider=1; map<string,Schema> resource_schemas=2; map<string,Schema> data_source_schemas=3; Capabilities server_capabilities=6;",
  ValidateResourceConfigRequest: "string type_name=1; DynamicValue config=2;",
  Diagnostics: "repeated Diagnostic diagnostics=1;",
  UpgradeResourceStateRequest: "string type_name=1; int64 version=2; RawState raw_state=3;",
  UpgradeResourceStateResponse: "DynamicValue upgraded_state=1; repeated Diagnostic diagnostics=2;",
  ConfigureProviderRequest: "string terraform_version=1; DynamicValue config=2;",
  ReadResourceRequest: "string type_name=1; DynamicValue current_state=2; bytes private=3;",
  ReadResourceResponse: "DynamicValue new_state=1; repeated Diagnostic diagnostics=2; bytes private=3;",
  PlanResourceChangeRequest:
    "string type_name=1; DynamicValue prior_state=2; DynamicValue proposed_new_state=3; DynamicValue config=4; bytes prior_private=5;",
  PlanResourceChangeResponse:
    "DynamicValue planned_state=1; repeated Path requires_replace=2; bytes planned_private=3; repeated Diagnostic diagnostics=4;",
  ApplyResourceChangeRequest:
    "string type_name=1; DynamicValue prior_state=2; DynamicValue planned_state=3; DynamicValue config=4; bytes planned_private=5;",
  ApplyResourceChangeResponse:
    "DynamicValue new_state=1; bytes private=2; repeated Diagnostic diagnostics=3;",
  ImportResourceStateRequest: "string type_name=1; string id=2;",
  Imported: "string type_name=1; DynamicValue state=2; bytes private=3;",
  ImportResourceStateResponse: "repeated Imported imported_resources=1; repeated Diagnostic diagnostics=2;",
  MoveResourceStateRequest:
    "string source_provider_address=1; string source_type_name=2; int64 source_schema_version=3; RawState source_state=4; string target_type_name=5;",
  MoveResourceStateResponse: "DynamicValue target_state=1; repeated Diagnostic diagnostics=2;",
  ReadDataSourceRequest: "string type_name=1; DynamicValue config=2;",
  ReadDataSourceResponse: "DynamicValue state=1; repeated Diagnostic diagnostics=2;",
  Health: "int32 status=1;",
  // Protocol 6.9 to 6.11 have added the following messages.
  Identity: "DynamicValue identity_data=1;",
  NewerClient:
    "bool deferral_allowed=1; bool write_only_attributes_allowed=2; bool store_planned_private=3; bool computed_blocks_allowed=4;",
  NewerServer:
    "bool plan_destroy=1; bool get_provider_schema_optional=2; bool move_resource_state=3; bool generate_resource_config=4;",
  NewerGetProviderSchemaResponse:
    "map<string,Schema> resource_schemas=2; NewerServer server_capabilities=6; map<string,Schema> list_resource_schemas=9; map<string,Schema> state_store_schemas=10; map<string,Schema> action_schemas=11;",
  NewerConfigureProviderRequest:
    "string terraform_version=1; DynamicValue config=2; NewerClient client_capabilities=3;",
  NewerReadResourceRequest:
    "string type_name=1; DynamicValue current_state=2; bytes private=3; NewerClient client_capabilities=5; Identity current_identity=6;",
  NewerReadResourceResponse:
    "DynamicValue new_state=1; repeated Diagnostic diagnostics=2; bytes private=3; Identity new_identity=5;",
  NewerPlanResourceChangeRequest:
    "string type_name=1; DynamicValue prior_state=2; DynamicValue proposed_new_state=3; DynamicValue config=4; bytes prior_private=5; NewerClient client_capabilities=7; Identity prior_identity=8; bytes planned_private=9;",
  NewerPlanResourceChangeResponse:
    "DynamicValue planned_state=1; repeated Path requires_replace=2; bytes planned_private=3; repeated Diagnostic diagnostics=4; Identity planned_identity=7;",
  NewerApplyResourceChangeRequest:
    "string type_name=1; DynamicValue prior_state=2; DynamicValue planned_state=3; DynamicValue config=4; bytes planned_private=5; Identity planned_identity=7;",
  NewerApplyResourceChangeResponse:
    "DynamicValue new_state=1; bytes private=2; repeated Diagnostic diagnostics=3; Identity new_identity=5;",
  NewerImportResourceStateRequest:
    "string type_name=1; string id=2; NewerClient client_capabilities=3; Identity identity=4;",
  NewerImported: "string type_name=1; DynamicValue state=2; bytes private=3; Identity identity=4;",
  NewerImportResourceStateResponse:
    "repeated NewerImported imported_resources=1; repeated Diagnostic diagnostics=2;",
  NewerMoveResourceStateRequest:
    "string source_provider_address=1; string source_type_name=2; int64 source_schema_version=3; RawState source_state=4; string target_type_name=5; bytes source_private=6; RawState source_identity=7; int64 source_identity_schema_version=8;",
  NewerMoveResourceStateResponse:
    "DynamicValue target_state=1; repeated Diagnostic diagnostics=2; bytes target_private=3; Identity target_identity=4;",
} as const;

export type OracleMessage = keyof typeof fields;

const source = Object.entries(fields).map(([name, body]) => `message ${name} { ${body} }`);
const root = protobuf.parse(`syntax = "proto3"; ${source.join("\n")}`, { keepCase: true }).root;

/** A message's bytes. */
export function oracleEncode(name: OracleMessage, value: object): Buffer {
  return Buffer.from(root.lookupType(name).encode(value).finish());
}

/** Decodes a message. The result has no absent fields. */
export function oracleDecode(name: OracleMessage, bytes: Buffer): Record<string, unknown> {
  const type = root.lookupType(name);
  return type.toObject(type.decode(bytes), { longs: Number });
}
