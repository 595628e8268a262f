/** Does some work several times. The least CPU counts, so that warming up and other work on the machine do not. */
export async function leastCpu<Result>(
  times: number,
  work: () => Result,
): Promise<{ readonly result: Awaited<Result>; readonly seconds: number }> {
  let least: { readonly result: Awaited<Result>; readonly seconds: number } | undefined;
  for (let time = 0; time < times; time += 1) {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (least === undefined || seconds < least.seconds) least = { result, seconds };
  }
  if (least === undefined) throw new Error("The work was not done.");
  return least;
}
