import { releaseOfflineKeys } from '@cusp/contract/offline.routes';
import { call } from '../../client/call.ts';
import { OFFLINE_STORE, WAITING_STORE } from '../../client/personal-storage.ts';
import { SealedStore } from './sealed-store.ts';

/** Stores of one person, from the release of the keys until they leave or the keys expire. */
export interface Keeping {
  person: number;
  cases: SealedStore;
  /**
   * Times of this machine's clock between which the keys are valid; the clock may be set back, and it runs during
   * sleep.
   */
  from: number;
  until: number;
  end: AbortController;
}

type Opened = Keeping & { changes: SealedStore };

/** Asks the server to release a person's keys, and opens the stores that they encrypt. */
export async function openFor(person: number, end: AbortController): Promise<Opened> {
  const from = Date.now();
  const released = await call(releaseOfflineKeys, {}, { isOwnAccord: true, signal: end.signal });
  const [cases, changes] = await Promise.all([keyOf(released.cases), keyOf(released.changes)]);
  end.signal.throwIfAborted();
  return {
    person,
    cases: new SealedStore(OFFLINE_STORE, cases, end.signal),
    changes: new SealedStore(WAITING_STORE, changes, end.signal),
    from,
    until: from + released.seconds * 1000,
    end,
  };
}

function keyOf(text: string): Promise<CryptoKey> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
