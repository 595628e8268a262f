/** The environment without its empty variables. A CI cannot leave a variable unset whose value is missing: it sets an empty one. */
export function setVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}
