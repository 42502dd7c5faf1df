/** Mulberry32: the same decisions for the same seed. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

const NUMBERS = [0, -1, -0, 1.5, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 5e-324];
const TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'NaN',
    '1e999',
    'null',
    '[]',
    '{}',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00',
    '\u202egnp.exe',
    '\ufeff',
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '\\u0000',
    '$1',
    ':*',
    "'&|!",
    '"',
    '../../etc/passwd',
    '%2e%2e%2f',
    '\r\nx-evil: 1',
  ],
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    '=cmd|calc',
    '김서연',
    'İ',
    'ß',
    'ﬃ',
    '👩🏽‍⚕️'.repeat(50),
    'e\u0301'.repeat(300),
  ],
  ...[
    'x'.repeat(256),
    'x'.repeat(20_000),
    '9'.repeat(400),
    '2147483648',
    '9223372036854775808',
    '99999999999999999999',
  ],
  ...[
    '0000-00-00',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    '+275760-09-14T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ],
  ...[
    'infinity',
    'Asia/Seoul',
    'Etc/GMT+99',
    'de-DE-x-private',
    'a@b',
    '"a b"@[127.0.0.1]',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
  ],
];
const OTHERS = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { length: 1e9 },
  { toString: 1 },
  deep(200),
];
const LONG = Array.from({ length: 2000 }, (_, at) => at);

const hostile = (chance: Chance): unknown =>
  chance.pick<() => unknown>([
    () => chance.pick(NUMBERS),
    () => chance.pick(TEXTS),
    () => chance.pick(TEXTS),
    () => chance.pick(OTHERS),
    () => LONG,
  ])();

/** Values that valid requests had under each key, such as ids of other people's objects. */
export class Pool {
  private readonly values = new Map<string, unknown[]>();
  readonly all: unknown[] = [0, 1];

  add(key: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.add(key, item);
    else if (typeof value === 'object' && value !== null) {
      if (Object.getPrototypeOf(value) === Object.prototype)
        for (const [name, item] of Object.entries(value)) this.add(name, item);
    } else {
      const known = this.values.get(key) ?? [];
      this.values.set(key, known);
      for (const list of [known, this.all]) {
        list.push(value);
        // Old objects may have been removed.
        if (list.length > 400) list.shift();
      }
    }
  }

  pick(key: string, chance: Chance): unknown {
    const known = this.values.get(key);
    return chance.pick(known && chance.is(0.6) ? known : this.all);
  }
}

/** A value that is close to a valid one. */
function near(value: unknown, chance: Chance): unknown {
  if (typeof value === 'number')
    return chance.pick([
      value + 1,
      -value,
      value + 0.5,
      value + 2 ** 31,
      2 ** 63,
      String(value),
      [value],
      `${value} `,
    ]);
  if (typeof value === 'boolean') return chance.pick<unknown>([!value, String(value), Number(value)]);
  if (typeof value !== 'string') return hostile(chance);
  return chance.pick<() => unknown>([
    () => '',
    () => `${value}\0`,
    () => `${value}\u200b`,
    () => ` ${value} `,
    () => value.toUpperCase(),
    () => value.slice(0, Math.floor(value.length * chance.next())),
    () => (value || 'x').repeat(300),
    () => [value, value],
    () => `${value}'"\\%_`,
    () => value.replace(/\d/, '9'),
    () => value.replaceAll(/\d/g, '0'),
  ])();
}

export interface Mutating {
  chance: Chance;
  pool: Pool;
  /** How probable it is that each part changes. */
  rate: number;
}

/** Replaces, removes, repeats or adds something anywhere in a value. */
export function mutate(key: string, value: unknown, how: Mutating): unknown {
  const { chance, pool, rate } = how;
  const isLeaf = typeof value !== 'object' || value === null;
  if (chance.is(isLeaf ? rate : rate / 4))
    return chance.pick([() => pool.pick(key, chance), () => near(value, chance), () => hostile(chance)])();
  if (Array.isArray(value)) {
    const copy = value.map((item) => mutate(key, item, how));
    if (chance.is(rate))
      return chance.pick([[], [...copy, ...copy], copy.slice(1), [...copy, hostile(chance)]]);
    return copy;
  }
  if (isLeaf) return value;
  const copy = Object.fromEntries(
    Object.entries(value)
      .filter(() => !chance.is(rate / 3))
      .map(([name, item]) => [name, mutate(name, item, how)]),
  );
  if (chance.is(rate / 6))
    return JSON.parse(
      `{"__proto__":{"is_staff":true},"constructor":1,${JSON.stringify(copy).slice(1)}`.replace(',}', '}'),
    );
  if (chance.is(rate / 6))
    return { ...copy, [chance.pick(['id', 'is_staff', 'user_id', 'a\0'])]: hostile(chance) };
  return copy;
}

/** A value in the encoding of an address or a form. */
export const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
