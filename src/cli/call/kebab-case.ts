/** `changeRequestId` as a flag or command name: `change-request-id`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/gu, "$1-$2")
    .replaceAll(".", "-")
    .toLowerCase();
}
