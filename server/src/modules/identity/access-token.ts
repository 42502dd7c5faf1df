import { jwtVerify, SignJWT } from 'jose';

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
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(support ? support.endsAt : ACCESS_TOKEN_LIFE)
    .sign(secret);
}

/** The claims of a token that we signed and that has not expired, else null. */
export async function readAccessToken(token: string, secret: Uint8Array): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
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
