import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Peer } from './peer.ts';
import type { Region } from './region.ts';
import { otherRegion } from './signed-request.ts';

const ALGORITHM = 'ECDH-ES+A256KW';
const ENCRYPTION = 'A256GCM';

/** The request that carries a sealed payload; the payload cannot be opened in another request. */
interface Carrier {
  /** Unique id of the signed request. */
  id: string;
  path: string;
}

/** Encrypts a payload for the other region's servers, as compact JWE (RFC 7516) with an ephemeral X25519 key. */
export function seal(
  { sealingKey }: Pick<Peer, 'sealingKey'>,
  from: Region,
  { id, path }: Carrier,
  payload: unknown,
): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({
      alg: ALGORITHM,
      enc: ENCRYPTION,
      iss: from,
      aud: otherRegion(from),
      htu: path,
      jti: id,
    })
    .encrypt(sealingKey);
}

/** The payload that the other region sealed for this request; undefined for anything else. */
export async function openSealed(
  { openingKeys }: Pick<Peer, 'openingKeys'>,
  at: Region,
  { id, path }: Carrier,
  sealed: string,
): Promise<unknown> {
  for (const key of openingKeys) {
    // The reason of a failure could help a forger.
    const opened = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
    }).catch(() => null);
    if (!opened) continue;
    const { iss, aud, htu, jti } = opened.protectedHeader;
    if (iss !== otherRegion(at) || aud !== at || htu !== path || jti !== id) return undefined;
    try {
      return JSON.parse(Buffer.from(opened.plaintext).toString('utf8'));
    } catch {
      return undefined;
    }
  }
  return undefined;
}
