const TABLE = 'sealed';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/**
 * Values in IndexedDB that only the given key can read. Each is bound to its name, so that two cannot be exchanged. The
 * database is open only during a call, so that other tabs can delete it. After the end that the signal gives, everything
 * is refused, so that nothing is written for a person who has left.
 */
export class SealedStore {
  readonly #database: string;
  readonly #key: CryptoKey;
  readonly #end: AbortSignal;
  #pending: Promise<unknown> = Promise.resolve();

  constructor(database: string, key: CryptoKey, end: AbortSignal) {
    this.#database = database;
    this.#key = key;
    this.#end = end;
  }

  put(name: string, value: unknown): Promise<void> {
    return this.#inTurn(async () => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const text = new TextEncoder().encode(JSON.stringify(value));
      const bytes = await crypto.subtle.encrypt(howFor(iv, name), this.#key, text);
      this.#end.throwIfAborted();
      await within(await create(this.#database), (table) => table.put({ iv, bytes } satisfies Sealed, name));
    });
  }

  /** Undefined if there is nothing of this name. Rejects if this key cannot read it. */
  get<T>(name: string): Promise<T | undefined> {
    return this.#inTurn(async () => {
      const open = await existing(this.#database);
      const found =
        open && (await within(open, (table) => table.get(name) as IDBRequest<Sealed | undefined>));
      if (!found) return undefined;
      const bytes = await crypto.subtle.decrypt(howFor(found.iv, name), this.#key, found.bytes);
      this.#end.throwIfAborted();
      return JSON.parse(new TextDecoder().decode(bytes)) as T;
    });
  }

  names(): Promise<string[]> {
    return this.#inTurn(() => namesIn(this.#database));
  }

  /** Resolves once no started operation can still write. */
  async idle(): Promise<void> {
    await this.#pending;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#pending.then(() => {
      this.#end.throwIfAborted();
      return work();
    });
    this.#pending = done.catch(() => {});
    return done;
  }
}

export async function namesIn(database: string): Promise<string[]> {
  const open = await existing(database);
  return open ? within(open, (table) => table.getAllKeys() as IDBRequest<string[]>) : [];
}

/** Removes values, which needs no key. */
export async function removeFrom(database: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const open = await existing(database);
    if (open) await within(open, (table) => table.delete(name));
  }
}

const howFor = (iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
});

/** Does one thing in a database and closes it. */
async function within<T>(open: IDBDatabase, work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const transaction = open.transaction(TABLE, 'readwrite');
    const request = work(transaction.objectStore(TABLE));
    // A full disk is reported only at the end of the transaction.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
    return request.result;
  } finally {
    open.close();
  }
}

const create = (database: string): Promise<IDBDatabase> =>
  opened(database, (request) => void request.result.createObjectStore(TABLE));

/** Null if the database does not exist. A read must not recreate one that a sign-out has just deleted. */
async function existing(database: string): Promise<IDBDatabase | null> {
  let isMissing = false;
  const open = opened(database, (request) => {
    isMissing = true;
    request.transaction?.abort();
  });
  return open.catch((error: unknown) => {
    if (isMissing) return null;
    throw error;
  });
}

function opened(database: string, whenMissing: (request: IDBOpenDBRequest) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => whenMissing(request);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
