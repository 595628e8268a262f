import { ApiError, callName } from "../../contract/http/api-error.ts";
import type { CallOptions, Client } from "../../contract/http/http-client.ts";
import { pathOf } from "../../contract/http/request.ts";
import { wordsOf } from "../../model/codes/service-words.ts";
import type { BulkForm, Call } from "../../model/endpoint.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import type { BulkResult } from "./bulk-read.ts";
import type { ServiceClient } from "./service-client.ts";

/** One call with the items of several members. Each member works as if the call were its own. */
export interface CommonCall {
  /**
   * Sends bulk calls of the members as one, once each member that has not left has handed its own over. The response of each is the
   * result of its item.
   */
  readonly client: ServiceClient;
  /** Members that ask the same at the same time share one read. */
  share(key: string, read: () => Promise<BulkResult>): Promise<BulkResult>;
  /** A member has ended. */
  leave(): void;
}

type Response = Awaited<ReturnType<Client["call"]>>;

/** The call of one member, with one item. */
interface Handed {
  readonly call: Call;
  readonly options: CallOptions | undefined;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

export function createCommonCall(client: ServiceClient, members: number): CommonCall {
  let left = members;
  let handed: Handed[] = [];
  const reads = new Map<string, Promise<BulkResult>>();
  const sendIfWhole = () => {
    if (handed.length === 0 || handed.length < left) return;
    const whole = handed;
    handed = [];
    void send(client, whole);
  };
  return {
    client: {
      ...client,
      call: (call, options) =>
        call.endpoint.bulk === undefined
          ? client.call(call, options)
          : new Promise((resolve, reject) => {
              handed.push({ call, options, resolve, reject });
              sendIfWhole();
            }),
    },
    async share(key, read) {
      const underWay = reads.get(key);
      if (underWay !== undefined) return await underWay;
      const own = read().finally(() => reads.delete(key));
      reads.set(key, own);
      return await own;
    },
    leave() {
      left -= 1;
      sendIfWhole();
    },
  };
}

async function send(client: ServiceClient, handed: readonly Handed[]): Promise<void> {
  const [{ call, options }] = handed as readonly [Handed, ...Handed[]];
  const form = call.endpoint.bulk as BulkForm;
  const items = handed.flatMap((each) => itemsIn(each.call.body, form.items));
  try {
    const response = await client.call(
      { ...call, body: { [form.items]: items } },
      {
        ...options,
        onAttempt: () => {
          for (const each of handed) each.options?.onAttempt?.();
        },
      },
    );
    const results = new Map(
      itemsIn(response.body, form.results).map((result) => [form.keyOf(result), result]),
    );
    for (const each of handed) answer(each, response, form, results);
  } catch (error) {
    for (const { reject } of handed) reject(error);
  }
}

function itemsIn(body: Json | undefined, field: string): readonly JsonObject[] {
  const items = isJsonObject(body) ? body[field] : undefined;
  return Array.isArray(items) ? (items as readonly JsonObject[]) : [];
}

function answer(
  { call, resolve, reject }: Handed,
  response: Response,
  form: BulkForm,
  results: ReadonlyMap<string, JsonObject>,
): void {
  const [item = null] = itemsIn(call.body, form.items);
  const result = results.get(form.keyOf(item));
  const message = result?.[form.refusal];
  if (result !== undefined && message === undefined) return resolve({ ...response, body: result });
  const { operation, method } = call.endpoint;
  const about = { operation, method, path: pathOf(call), status: response.status };
  if (result === undefined) {
    const words = wordsOf("http/invalid-response", { case: "item", call: callName(about) });
    return reject(new ApiError(words, { ...about, outcome: "unknown" }));
  }
  const serviceMessage = typeof message === "string" ? message : canonicalJson(message ?? null);
  const facts = { case: "item", call: callName(about), answer: serviceMessage } as const;
  reject(
    new ApiError(wordsOf("http/unexpected-status", facts), { ...about, outcome: "refused", serviceMessage }),
  );
}
