import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The other region's servers, and the keys that both sides know each other by. */
export interface Peer {
  /** Address for requests between servers, which may differ from the one people open. */
  readonly url: string;
  /** Ed25519 key that signs this region's requests. */
  readonly privateKey: KeyObject;
  /** Keys of the other region: one, and a second one while a key is being replaced. */
  readonly publicKeys: readonly KeyObject[];
  /** Secret of both regions for comparing addresses without sending them; at least 32 bytes. */
  readonly lookUpKey: Buffer;
}

type Env = Record<string, string | undefined>;

const NAMES = ['REGION_PRIVATE_KEY', 'OTHER_REGION_PUBLIC_KEYS', 'REGION_LOOKUP_KEY'] as const;
const MOST_KEYS = 2;
const LOOK_UP_KEY_BYTES = 32;

/**
 * Reads the settings that `npm run region-keys` prints; null if none of them is set. Keys are Base64 of their DER
 * encodings (PKCS #8 and SPKI). Throws when a setting is missing or wrong, and in production for an address without
 * TLS.
 */
export function peerOf(env: Env, { production }: { production: boolean }): Peer | null {
  const given = NAMES.filter((name) => env[name]);
  if (given.length === 0) return null;
  const missing = [...NAMES, 'OTHER_REGION_URL'].filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`${given.join(', ')} also need ${missing.join(', ')}`);
  const url = (env.OTHER_REGION_INTERNAL_URL || env.OTHER_REGION_URL || '').replace(/\/+$/, '');
  if (production && !url.startsWith('https://'))
    throw new Error('Requests to the other region need an https:// address in production');
  const publicKeys = (env.OTHER_REGION_PUBLIC_KEYS ?? '').split(',').map((text) => publicKeyOf(text.trim()));
  if (publicKeys.length > MOST_KEYS)
    throw new Error(`OTHER_REGION_PUBLIC_KEYS has more than ${MOST_KEYS} keys`);
  const lookUpKey = Buffer.from(env.REGION_LOOKUP_KEY ?? '', 'base64');
  if (lookUpKey.length < LOOK_UP_KEY_BYTES)
    throw new Error(`REGION_LOOKUP_KEY has fewer than ${LOOK_UP_KEY_BYTES} bytes`);
  return { url, privateKey: privateKeyOf(env.REGION_PRIVATE_KEY ?? ''), publicKeys, lookUpKey };
}

function privateKeyOf(text: string): KeyObject {
  return ed25519('REGION_PRIVATE_KEY', () =>
    createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  );
}

function publicKeyOf(text: string): KeyObject {
  return ed25519('OTHER_REGION_PUBLIC_KEYS', () =>
    createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
  );
}

/** Never repeats the text of a key, which would put it into a log. */
function ed25519(name: string, read: () => KeyObject): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The reason may contain parts of the key.
  }
  throw new Error(`${name} is not an Ed25519 key in Base64`);
}
