/** Whether the service reports that something does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
