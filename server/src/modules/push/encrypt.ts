import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
/** Ends the last record. */
const LAST = Buffer.from([2]);

export interface Browser {
  browser_key: Buffer;
  auth_secret: Buffer;
}

/** Values that tests set instead of random ones. */
interface Chance {
  salt?: Buffer;
  privateKey?: Buffer;
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Whether bytes are a public key that can be used. */
export function isBrowserKey(key: Buffer): boolean {
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(key);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a message for one browser: `aes128gcm` of RFC 8188 with the keys of RFC 8291. */
export function encryptFor(
  { browser_key, auth_secret }: Browser,
  text: string,
  { salt = randomBytes(SALT_BYTES), privateKey }: Chance = {},
): Buffer {
  const own = createECDH(CURVE);
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  const shared = own.computeSecret(browser_key);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser_key, publicKey]);
  const key = hkdf(auth_secret, shared, info, 32);
  const contentKey = hkdf(salt, key, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(salt, key, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([publicKey.length]),
    publicKey,
    cipher.update(Buffer.concat([Buffer.from(text), LAST])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
