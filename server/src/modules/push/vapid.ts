import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Tx } from '../../platform/db/database.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import { seal, secretsOf, unsealByAny } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';

const PURPOSE = 'vapid';
const OWNER = 1;
/** Push services refuse more than 24 hours. */
const TOKEN_LIFE = '12h';

interface VapidKey {
  publicKey: string;
  privateKey: KeyObject;
}

/**
 * The key pair of this deployment, made on first use. If no secret opens it any more, a new one is made and all
 * subscriptions are removed, because browsers created them for the previous key.
 */
export async function vapidKey(services: Services): Promise<VapidKey> {
  return (await openKey(services)) ?? inTransaction(services, NOBODY, ({ tx }) => makeKey(services, tx));
}

const readKey = (db: Services['db'] | Tx) => db.selectFrom('vapid_key').selectAll().executeTakeFirst();

async function openKey(services: Services, db: Services['db'] | Tx = services.db): Promise<VapidKey | null> {
  const row = await readKey(db);
  const opened = row && unsealByAny(secretsOf(services), PURPOSE, OWNER, row.private_key);
  if (!opened) return null;
  const privateKey = createPrivateKey({ key: opened.bytes, format: 'der', type: 'pkcs8' });
  return { publicKey: row.public_key, privateKey };
}

async function makeKey(services: Services, tx: Tx): Promise<VapidKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const sealed = seal(services.secret, PURPOSE, OWNER, privateKey.export({ format: 'der', type: 'pkcs8' }));
  const values = { public_key: point.toString('base64url'), private_key: sealed };
  const made = await tx
    .insertInto('vapid_key')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    // Another process made it, or no secret opens the stored one.
    await tx.selectFrom('vapid_key').select('id').forUpdate().execute();
    const there = await openKey(services, tx);
    if (there) return there;
    await tx.updateTable('vapid_key').set(values).execute();
    await tx.deleteFrom('push_subscription').execute();
  }
  return { publicKey: values.public_key, privateKey };
}

/** Seals the key with the present secret; true if it was sealed with an earlier one. */
export async function resealVapid(services: Services): Promise<boolean> {
  const row = await readKey(services.db);
  const opened = row && unsealByAny(secretsOf(services), PURPOSE, OWNER, row.private_key);
  if (!opened || opened.secret === services.secret) return false;
  await services.db
    .updateTable('vapid_key')
    .set({ private_key: seal(services.secret, PURPOSE, OWNER, opened.bytes) })
    .where('private_key', '=', row.private_key)
    .execute();
  return true;
}

/** The header that names this deployment to a push service (RFC 8292). */
export async function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  endpoint: URL,
  contact: string,
): Promise<string> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(endpoint.origin)
    .setSubject(contact)
    .setExpirationTime(TOKEN_LIFE)
    .sign(privateKey);
  return `vapid t=${token}, k=${publicKey}`;
}
