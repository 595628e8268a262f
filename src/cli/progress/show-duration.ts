/** `0:07`, `12:03`, `1:02:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(Math.max(ms, 0) / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = hours > 0 ? [hours, twoDigits(minutes)] : [minutes];
  return [...parts, twoDigits(seconds % 60)].join(":");
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
