const KINDS = [
  'ArrayBuffer',
  'Int8Array',
  'Uint8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const;

let bytes = 0;
let isCounting = false;

/**
 * Counts every typed array that is created from now on, including copies and other views, but not memory that
 * libraries allocate natively.
 */
export function countArrays(): void {
  const scope = globalThis as unknown as Record<string, new (...given: unknown[]) => { byteLength: number }>;
  for (const kind of KINDS) {
    const plain = scope[kind];
    if (!plain) continue;
    const counted = new Proxy(plain, {
      construct(target, given, by) {
        const made = Reflect.construct(target, given, by === counted ? target : by) as { byteLength: number };
        const isView = given[0] instanceof ArrayBuffer || given[0] instanceof SharedArrayBuffer;
        if (isCounting && !isView) bytes += made.byteLength;
        return made;
      },
    });
    // Copies are made by the constructor that the prototype names.
    Object.defineProperty(plain.prototype, 'constructor', {
      value: counted,
      configurable: true,
      writable: true,
    });
    scope[kind] = counted;
  }
}

/** Bytes of all arrays created during `work`, including those already collected. */
export async function setAsideBy(work: () => unknown): Promise<number> {
  bytes = 0;
  isCounting = true;
  try {
    await work();
  } finally {
    isCounting = false;
  }
  return bytes;
}
