const BINARY = ['B', 'kiB', 'MiB', 'GiB'];
const DECIMAL = ['B', 'kB', 'MB', 'GB'];

const formats = new Map<string, Intl.NumberFormat>();

/** Number format of a language with one decimal. */
function oneDecimal(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  formats.set(language, made);
  return made;
}

/**
 * A file's size with one decimal from kiB on, in the language's format; `decimal` uses powers of 1,000 (B, kB, MB, GB).
 */
export function fileSize(bytes: number, language: string, system: 'binary' | 'decimal' = 'binary'): string {
  const [step, units] = system === 'binary' ? [1024, BINARY] : [1000, DECIMAL];
  let value = Math.max(0, bytes);
  let unit = 0;
  // 1023.95 kiB would be shown as 1024.0.
  while (unit < units.length - 1 && (unit === 0 ? value >= step : Math.round(value * 10) / 10 >= step)) {
    value /= step;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : oneDecimal(language).format(value)} ${units[unit]}`;
}
