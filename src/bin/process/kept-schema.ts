/** The answer to GetProviderSchema as the build kept it. There is none where the provider runs from its sources. */
export function keptSchema(): Uint8Array | undefined {
  return undefined;
}
