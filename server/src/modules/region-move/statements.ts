import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Peer } from '../../platform/region/peer.ts';
import type { Region } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';

const ALGORITHM = 'EdDSA';

const Statement = z.object({ freeze_no: z.int(), digests: z.string(), circle: z.array(z.int()) });

const Certificate = z.object({
  committed_at: z.iso.datetime(),
  erased_at: z.iso.datetime(),
  cases: z.int(),
  files: z.int(),
  bytes: z.int(),
  rows: z.record(z.string(), z.int()),
  digest: z.string(),
});

const KINDS = { statement: Statement, certificate: Certificate };
type Kind = keyof typeof KINDS;

/**
 * Signs a claim of a region about a move, as compact JWS (RFC 7515) without expiry: that the people have left it, or
 * what it has erased.
 */
export const signClaim = <K extends Kind>(
  { privateKey }: Pick<Peer, 'privateKey'>,
  from: Region,
  kind: K,
  moveId: string,
  claim: z.infer<(typeof KINDS)[K]>,
): Promise<string> =>
  new SignJWT({ ...claim, kind })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(from)
    .setAudience(otherRegion(from))
    .setSubject(moveId)
    .setIssuedAt()
    .sign(privateKey);

interface Opened {
  issuer: Region;
  audience: Region;
  keys: readonly KeyObject[];
}

/** A claim about a move that the other region has signed; null for anything else. */
export const openClaim = <K extends Kind>(
  { publicKeys }: Pick<Peer, 'publicKeys'>,
  at: Region,
  kind: K,
  moveId: string,
  signed: string,
) => verified({ issuer: otherRegion(at), audience: at, keys: publicKeys }, kind, moveId, signed);

/** A claim that this region has signed itself. */
export const openOwnClaim = <K extends Kind>(
  { privateKey }: Pick<Peer, 'privateKey'>,
  at: Region,
  kind: K,
  moveId: string,
  signed: string,
) =>
  verified(
    { issuer: at, audience: otherRegion(at), keys: [createPublicKey(privateKey)] },
    kind,
    moveId,
    signed,
  );

/**
 * Content of a certificate whose signature was verified when it arrived, because keys of regions are replaced over the
 * years.
 */
export function readCertificate(signed: string): z.infer<typeof Certificate> | null {
  const claim = Certificate.safeParse(decodeJwt(signed));
  return claim.success ? claim.data : null;
}

async function verified<K extends Kind>(
  { issuer, audience, keys }: Opened,
  kind: K,
  moveId: string,
  signed: string,
): Promise<z.infer<(typeof KINDS)[K]> | null> {
  for (const key of keys) {
    const opened = await jwtVerify(signed, key, {
      algorithms: [ALGORITHM],
      issuer,
      audience,
      subject: moveId,
    }).catch(() => null);
    if (!opened || opened.payload.kind !== kind) continue;
    const claim = KINDS[kind].safeParse(opened.payload);
    return claim.success ? (claim.data as z.infer<(typeof KINDS)[K]>) : null;
  }
  return null;
}
