import { decodeMessage, encodeMessage, type MessageType } from "../protobuf/codec.ts";
import { type CallName, calls } from "../protobuf/protocol-calls.ts";
import { type CallScope, EncodedResponse, type ProviderServer } from "../provider-server.ts";
import { frameHeaderSize, frameOf, sealFrame } from "./framing.ts";
import type { GrpcMethods, OpenMethod, UnaryMethod } from "./grpc-server.ts";
import { GrpcError, grpcStatus } from "./status.ts";

/** Events of the services that go-plugin adds. They decide when the process ends. */
export interface PluginEvents {
  /** Terraform has asked the process to end and has received the response. */
  readonly onShutdown: () => void;
  /** Terraform has closed the stream of the provider's output. */
  readonly onOutputClosed: () => void;
}

/**
 * The methods of a plugin: those of the provider, and those with which go-plugin controls a process. If there is a built schema,
 * the server returns it without loading the provider.
 */
export function providerMethods(
  provider: () => Promise<ProviderServer>,
  events: PluginEvents,
  builtSchema?: () => Uint8Array | undefined,
): GrpcMethods {
  const methods = new Map<string, UnaryMethod | OpenMethod>([
    ["/plugin.GRPCController/Shutdown", { ...constant(Buffer.alloc(0)), onSent: events.onShutdown }],
    ["/plugin.GRPCStdio/StreamStdio", { kind: "open", onClosed: events.onOutputClosed }],
    // status = SERVING
    ["/grpc.health.v1.Health/Check", constant(Buffer.from([0x08, 0x01]))],
  ]);
  for (const name of Object.keys(calls) as CallName[]) {
    methods.set(`/tfplugin6.Provider/${name}`, providerMethod(provider, name));
  }
  const schemaPath = "/tfplugin6.Provider/GetProviderSchema";
  const { handle } = providerMethod(provider, "GetProviderSchema");
  methods.set(schemaPath, {
    kind: "unary",
    handle: async (message, scope) => {
      const schema = builtSchema?.();
      return schema === undefined ? await handle(message, scope) : frameOf(schema);
    },
  });
  return methods;
}

function constant(message: Buffer): UnaryMethod {
  return { kind: "unary", handle: async () => frameOf(message) };
}

type AnyHandler = (request: unknown, scope: CallScope) => Promise<unknown>;

function providerMethod(loaded: () => Promise<ProviderServer>, name: CallName): UnaryMethod {
  const { request, response } = calls[name] as Record<"request" | "response", MessageType<unknown, unknown>>;
  return {
    kind: "unary",
    handle: async (message, scope) => {
      const handler = (await loaded())[name] as AnyHandler | undefined;
      if (handler === undefined) {
        throw new GrpcError(grpcStatus.unimplemented, `This provider does not implement ${name}.`);
      }
      const answer = await handler(decodeMessage(request, message), scope);
      if (answer instanceof EncodedResponse) return frameOf(answer.bytes);
      return sealFrame(encodeMessage(response, answer, frameHeaderSize));
    },
  };
}
