import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A separate key for each purpose, derived from the deployment's secret. */
const keyFor = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `cusp ${purpose}`, 32));

/** Encrypts bytes for one owner, so that they cannot be moved to another owner's row. */
export function seal(secret: Uint8Array, purpose: string, owner: number, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(secret, purpose), iv).setAAD(Buffer.from(String(owner)));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens the result of `seal`; null if the secret, the purpose, the owner or any byte differs. */
export function unseal(secret: Uint8Array, purpose: string, owner: number, box: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, keyFor(secret, purpose), box.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(String(owner)))
      .setAuthTag(box.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** A digest that cannot be computed without the deployment's secret. */
export const keyedHash = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest();

const keyIds = new WeakMap<Uint8Array, string>();

/** Identifies a secret in what it signs, without revealing it. */
export function keyIdOf(secret: Uint8Array): string {
  const known = keyIds.get(secret) ?? keyedHash(secret, 'key id', '').subarray(0, 6).toString('base64url');
  keyIds.set(secret, known);
  return known;
}

/** The present secret and the earlier ones, in the order in which they are tried. */
export const secretsOf = (services: {
  secret: Uint8Array;
  formerSecrets: readonly Uint8Array[];
}): readonly Uint8Array[] => [services.secret, ...services.formerSecrets];

/** Opens a box with the first matching secret; null if there is none. */
export function unsealByAny(
  secrets: readonly Uint8Array[],
  purpose: string,
  owner: number,
  box: Buffer,
): { bytes: Buffer; secret: Uint8Array } | null {
  for (const secret of secrets) {
    const bytes = unseal(secret, purpose, owner, box);
    if (bytes) return { bytes, secret };
  }
  return null;
}
