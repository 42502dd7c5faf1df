import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { WrongSetting } from '../config/wrong-setting.ts';

/** The other region's servers, and the keys by which both sides authenticate each other. */
export interface Peer {
  /** Address for requests between servers, which may differ from the one people open. */
  readonly url: string;
  /** Ed25519 key that signs this region's requests. */
  readonly privateKey: KeyObject;
  /** Keys of the other region: one, and a second one while a key is being replaced. */
  readonly publicKeys: readonly KeyObject[];
  /** X25519 key of the other region, which only its servers can open payloads of. */
  readonly sealingKey: KeyObject;
  /** Own X25519 keys that open payloads: one, and the previous one while it is being replaced. */
  readonly openingKeys: readonly KeyObject[];
  /** Secret of both regions for comparing addresses without sending them; at least 32 bytes. */
  readonly lookUpKey: Buffer;
}

type Env = Record<string, string | undefined>;

const NAMES = [
  'REGION_PRIVATE_KEY',
  'OTHER_REGION_PUBLIC_KEYS',
  'REGION_SEAL_KEYS',
  'OTHER_REGION_SEAL_KEY',
  'REGION_LOOKUP_KEY',
] as const;
const MAX_KEYS = 2;
const LOOK_UP_KEY_BYTES = 32;

/**
 * Reads the settings that `npm run region-keys` prints; null if all of them are unset. Keys are Base64 of their DER
 * encodings (PKCS #8 and SPKI). Throws if a setting is missing or wrong, and in production for an address without TLS.
 */
export function peerOf(env: Env, { production }: { production: boolean }): Peer | null {
  const given = NAMES.filter((name) => env[name]);
  if (given.length === 0) return null;
  const missing = [...NAMES, 'OTHER_REGION_URL'].filter((name) => !env[name]);
  if (missing.length > 0) throw new WrongSetting(`${given.join(', ')} also need ${missing.join(', ')}`);
  const url = (env.OTHER_REGION_INTERNAL_URL || env.OTHER_REGION_URL || '').replace(/\/+$/, '');
  if (production && !url.startsWith('https://'))
    throw new WrongSetting('Requests to the other region need an https:// address in production');
  const lookUpKey = Buffer.from(env.REGION_LOOKUP_KEY ?? '', 'base64');
  if (lookUpKey.length < LOOK_UP_KEY_BYTES)
    throw new WrongSetting(`REGION_LOOKUP_KEY has fewer than ${LOOK_UP_KEY_BYTES} bytes`);
  return {
    url,
    privateKey: keyOf('REGION_PRIVATE_KEY', env.REGION_PRIVATE_KEY, SIGNING),
    publicKeys: keysOf('OTHER_REGION_PUBLIC_KEYS', env.OTHER_REGION_PUBLIC_KEYS, VERIFYING),
    sealingKey: keyOf('OTHER_REGION_SEAL_KEY', env.OTHER_REGION_SEAL_KEY, SEALING),
    openingKeys: keysOf('REGION_SEAL_KEYS', env.REGION_SEAL_KEYS, OPENING),
    lookUpKey,
  };
}

interface Kind {
  name: 'Ed25519' | 'X25519';
  read(der: Buffer): KeyObject;
}

const secret = (key: Buffer) => createPrivateKey({ key, format: 'der', type: 'pkcs8' });
const open = (key: Buffer) => createPublicKey({ key, format: 'der', type: 'spki' });
const SIGNING: Kind = { name: 'Ed25519', read: secret };
const VERIFYING: Kind = { name: 'Ed25519', read: open };
const OPENING: Kind = { name: 'X25519', read: secret };
const SEALING: Kind = { name: 'X25519', read: open };

function keysOf(name: string, texts = '', kind: Kind): KeyObject[] {
  const keys = texts.split(',').map((text) => keyOf(name, text.trim(), kind));
  if (keys.length > MAX_KEYS) throw new WrongSetting(`${name} has more than ${MAX_KEYS} keys`);
  return keys;
}

/** Does not repeat the text of a key, which would put it into a log. */
function keyOf(setting: string, text = '', { name, read }: Kind): KeyObject {
  try {
    const key = read(Buffer.from(text, 'base64'));
    if (key.asymmetricKeyType === name.toLowerCase()) return key;
  } catch {
    // The reason may contain parts of the key.
  }
  throw new WrongSetting(`${setting} is not an ${name} key in Base64`);
}
