import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Made {
  id: Buffer;
  key: KeyObject;
  publicKey: Buffer;
}

interface Ways {
  /** Origin of the page, as a browser would write it. */
  origin: string;
  /** Whether the person was verified by fingerprint or PIN. */
  verified?: boolean;
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** A passkey authenticator in software (ES256) for tests, which answers like a browser. */
export class SoftwareAuthenticator {
  #made: Made | null = null;

  /** Creates a passkey from the server's options. */
  create(options: { challenge: string; rp: { id?: string } }, ways: Ways): RegistrationResponseJSON {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    this.#made = { id: randomBytes(32), key: privateKey, publicKey: Buffer.from(isoCBOR.encode(cose)) };
    const { id } = this.#made;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#made.publicKey]);
    const authData = Buffer.concat([authDataOf(options.rp.id ?? '', ways, HAS_CREDENTIAL), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: b64(id),
      rawId: b64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientData('webauthn.create', options.challenge, ways)),
        attestationObject: b64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey with the server's options. */
  get(options: { challenge: string; rpId?: string }, ways: Ways): AuthenticationResponseJSON {
    if (!this.#made) throw new Error('make a passkey first');
    const authenticatorData = authDataOf(options.rpId ?? '', ways, 0);
    const data = clientData('webauthn.get', options.challenge, ways);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), this.#made.key);
    return {
      id: b64(this.#made.id),
      rawId: b64(this.#made.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(data),
        authenticatorData: b64(authenticatorData),
        signature: b64(signature),
      },
    };
  }
}

const clientData = (type: string, challenge: string, { origin }: Ways): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authDataOf(rpId: string, { verified = true, counter = 0 }: Ways, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0);
  return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
}
