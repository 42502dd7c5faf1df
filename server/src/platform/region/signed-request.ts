import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Peer } from './peer.ts';
import type { Region } from './region.ts';

/** A request is accepted for this long after it was signed. */
const VALID_SECONDS = 60;
/** How far the clocks of two regions may differ. */
const CLOCK_SECONDS = 5;

const ALGORITHM = 'EdDSA';

export const otherRegion = (region: Region): Region => (region === 'us' ? 'eu' : 'us');

interface Request {
  method: string;
  path: string;
  body: Uint8Array;
}

const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url');

/**
 * Signs one request from a region to the other one. The claims are those of DPoP (RFC 9449), with the digest of the
 * body: issuer, audience, method, path, a unique id and a minute of validity.
 */
export function signRequest(
  peer: Pick<Peer, 'privateKey'>,
  from: Region,
  request: Request,
  id: string = randomUUID(),
): Promise<string> {
  return new SignJWT({ htm: request.method, htu: request.path, body: digestOf(request.body) })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(from)
    .setAudience(otherRegion(from))
    .setIssuedAt()
    .setExpirationTime(`${VALID_SECONDS}s`)
    .setJti(id)
    .sign(peer.privateKey);
}

/** The unique id of a valid request and when it may be forgotten; null for any other one. */
export async function verifyRequest(
  peer: Pick<Peer, 'publicKeys'>,
  at: Region,
  token: string,
  request: Request,
): Promise<{ id: string; until: Date } | null> {
  for (const key of peer.publicKeys) {
    const verified = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: otherRegion(at),
      audience: at,
      maxTokenAge: VALID_SECONDS,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['jti', 'exp'],
    }).catch(() => null);
    if (!verified) continue;
    const { jti, exp, htm, htu, body } = verified.payload;
    const isThis = htm === request.method && htu === request.path && body === digestOf(request.body);
    if (!isThis || typeof jti !== 'string' || !UUID.test(jti) || exp === undefined) return null;
    return { id: jti, until: new Date((exp + CLOCK_SECONDS) * 1000) };
  }
  return null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
