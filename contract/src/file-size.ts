const BINARY = ['B', 'kiB', 'MiB', 'GiB'];
const DECIMAL = ['B', 'kB', 'MB', 'GB'];

/** A file's size with one decimal from kiB on; `decimal` counts in thousands (B, kB, MB, GB). */
export function fileSize(bytes: number, system: 'binary' | 'decimal' = 'binary'): string {
  const [step, units] = system === 'binary' ? [1024, BINARY] : [1000, DECIMAL];
  let value = Math.max(0, bytes);
  let unit = 0;
  // 1023.95 kiB would be shown as 1024.0.
  while (unit < units.length - 1 && (unit === 0 ? value >= step : Math.round(value * 10) / 10 >= step)) {
    value /= step;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
