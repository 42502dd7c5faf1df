import { jwtVerify, SignJWT } from 'jose';

/** Claims of an access token; the database decides whether its session is still alive. */
export interface AccessClaims {
  userId: number;
  sessionId: string;
}

/** An hour; browsers refresh a minute before. */
const ACCESS_TOKEN_LIFE = '60m';
const AUDIENCE = 'cusp';
const ALGORITHM = 'HS256';

export async function signAccessToken(
  userId: number,
  sessionId: string,
  secret: Uint8Array,
): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(ACCESS_TOKEN_LIFE)
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
    return { userId: Number(payload.sub), sessionId: String(payload.sid) };
  } catch {
    return null;
  }
}
