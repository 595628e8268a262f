import type { ProviderDiagnostic } from "../../tfplugin/protobuf/messages.ts";
import type { ProviderSchema } from "../../tfplugin/protobuf/schema-messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import type { ObjectType } from "../../tfplugin/values/cty-type.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import type { Warn } from "../resources/resource.ts";
import type { Session } from "../session/session.ts";

/** A data source, with decoded values. */
export interface DataSource {
  /** `docs_site`, `docs_sites` */
  readonly name: string;
  readonly schema: ProviderSchema;
  readonly type: ObjectType;
  validate(config: CtyObject): readonly ProviderDiagnostic[];
  read(session: Session, config: CtyObject, scope: CallScope, warn: Warn): Promise<CtyObject>;
}
