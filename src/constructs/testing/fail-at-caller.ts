/** Lets the stack of each error of a class's methods begin at their caller, because test runners show the code at its first line. */
export function failAtCaller({ prototype }: { readonly prototype: object }): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const { value: method }: { readonly value?: unknown } = descriptor;
    if (typeof method !== "function" || name === "constructor") continue;
    const atCaller = function (this: unknown, ...given: readonly unknown[]): unknown {
      try {
        return Reflect.apply(method, this, given);
      } catch (error) {
        if (error instanceof Error) Error.captureStackTrace(error, atCaller);
        throw error;
      }
    };
    Object.defineProperty(prototype, name, { ...descriptor, value: atCaller });
  }
}
