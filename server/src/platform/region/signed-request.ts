import { createHash, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
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

/** A valid request; its id has to be stored until then. */
interface Accepted {
  id: string;
  until: Date;
}

/** Why a request is refused, in words for the log of the region that sent it. */
interface Refused {
  refused: string;
}

const FOREIGN = { refused: 'it is not signed by the other region for this call' } as const;
const TOO_LONG = { refused: `it claims to be valid for more than ${VALID_SECONDS} s` } as const;

/** Verifies a request. Only callers who signed it with the right key learn about a wrong time. */
export async function verifyRequest(
  peer: Pick<Peer, 'publicKeys'>,
  at: Region,
  token: string,
  request: Request,
): Promise<Accepted | Refused> {
  for (const key of peer.publicKeys) {
    const verified = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: otherRegion(at),
      audience: at,
      maxTokenAge: VALID_SECONDS,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['jti', 'iat', 'exp'],
    }).catch(whyNot);
    if (!verified) continue;
    if ('refused' in verified) return verified;
    const { jti, iat, exp, htm, htu, body } = verified.payload;
    const isThis = htm === request.method && htu === request.path && body === digestOf(request.body);
    if (!isThis || typeof jti !== 'string' || !UUID.test(jti) || !iat || !exp) return FOREIGN;
    // Its id would have to be stored until then.
    if (exp - iat > VALID_SECONDS) return TOO_LONG;
    return { id: jti, until: new Date((exp + CLOCK_SECONDS) * 1000) };
  }
  return FOREIGN;
}

/** The refusal of a request with a valid signature but a wrong time; null for every other fault. */
function whyNot(error: unknown): Refused | null {
  const isTime =
    error instanceof errors.JWTExpired ||
    (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat');
  if (!isTime || typeof error.payload.iat !== 'number') return null;
  const late = Date.now() / 1000 - error.payload.iat;
  const seconds = Math.round(Math.abs(late) / 10) * 10;
  const side = late > 0 ? 'before' : 'after';
  return {
    refused: `it was signed about ${seconds} s ${side} the time of this region: too late, or a clock is wrong`,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
