/** Whether the service says that something is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
