import { jwtVerify, SignJWT } from 'jose';
import { keyIdOf } from '../../platform/secrets/secret-box.ts';

/** Claims of an access token; the database decides whether its session is still alive. */
export interface AccessClaims {
  userId: number;
  sessionId: string;
  /** The staff member who acts for `userId` (`act` of RFC 8693); null in a session of the person's own. */
  actingStaff: number | null;
}

/** An hour; browsers refresh a minute before. */
const ACCESS_TOKEN_LIFE = '60m';
const AUDIENCE = 'cusp';
const ALGORITHM = 'HS256';

/** A token of a support session names the staff member in `act` and ends with the session. */
export async function signAccessToken(
  userId: number,
  sessionId: string,
  secret: Uint8Array,
  support?: { staffId: number; endsAt: Date },
): Promise<string> {
  return new SignJWT({ sid: sessionId, ...(support ? { act: { sub: String(support.staffId) } } : {}) })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: keyIdOf(secret) })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(support ? support.endsAt : ACCESS_TOKEN_LIFE)
    .sign(secret);
}

/**
 * The claims of a token that was signed by the secret it names and has not expired; else null. A token without a key id
 * was signed by the present secret.
 */
export async function readAccessToken(
  token: string,
  secrets: readonly Uint8Array[],
): Promise<AccessClaims | null> {
  try {
    const keyOf = ({ kid }: { kid?: string }) => {
      const key = kid === undefined ? secrets[0] : secrets.find((secret) => keyIdOf(secret) === kid);
      if (!key) throw new Error('unknown key');
      return key;
    };
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: 'at+jwt',
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid, act } = payload as typeof payload & { act?: { sub?: string } };
    return {
      userId: Number(sub),
      sessionId: String(sid),
      actingStaff: act ? Number(act.sub) : null,
    };
  } catch {
    return null;
  }
}
