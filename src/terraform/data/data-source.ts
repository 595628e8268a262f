import type { ProviderDiagnostic } from "../protobuf/messages.ts";
import type { ProviderSchema } from "../protobuf/schema-messages.ts";
import type { CallScope } from "../provider-server.ts";
import type { Session } from "../session/session.ts";
import type { ObjectType } from "../values/cty-type.ts";
import type { CtyObject } from "../values/cty-value.ts";

/** A data source as Terraform sees it, with its values decoded. */
export interface DataSource {
  /** `docs_site`, `docs_sites` */
  readonly name: string;
  readonly schema: ProviderSchema;
  readonly type: ObjectType;
  validate(config: CtyObject): readonly ProviderDiagnostic[];
  read(session: Session, config: CtyObject, scope: CallScope): Promise<CtyObject>;
}
