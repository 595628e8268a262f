/** Reads of the same text are made many times in a run, so the newest results are kept. */
export function keepingNewest<Result>(
  most: number,
  read: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const kept = results.get(text);
    if (kept !== undefined) return kept;
    const result = read(text);
    const [oldest] = results.keys();
    if (results.size >= most && oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
