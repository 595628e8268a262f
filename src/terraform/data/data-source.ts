import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { ProviderSchema } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import type { ObjectType } from "../plugin/values/cty-type.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
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
