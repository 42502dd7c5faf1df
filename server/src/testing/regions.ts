import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { freePort } from '@cusp/local-postgres/free-port';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Config } from '../platform/config/config.ts';
import { connect } from '../platform/db/database.ts';
import type { Peer } from '../platform/region/peer.ts';
import { REGION_ORDINAL, type Region } from '../platform/region/region.ts';
import { createTestApp, type TestApp } from './test-app.ts';

interface Keys {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Keys of both regions, and a stranger's. */
export const KEYS: Record<'us' | 'eu' | 'stranger', Keys> = {
  us: generateKeyPairSync('ed25519'),
  eu: generateKeyPairSync('ed25519'),
  stranger: generateKeyPairSync('ed25519'),
};

/** Keys that open payloads sealed by the other region. */
export const SEAL_KEYS: Record<'us' | 'eu' | 'stranger', Keys> = {
  us: generateKeyPairSync('x25519'),
  eu: generateKeyPairSync('x25519'),
  stranger: generateKeyPairSync('x25519'),
};

const LOOK_UP_KEY = randomBytes(32);

/** Configuration of a region whose peer is at an address. */
export const peerAt = (url: string, own: 'us' | 'eu'): Peer => ({
  url,
  privateKey: KEYS[own].privateKey,
  publicKeys: [KEYS[own === 'us' ? 'eu' : 'us'].publicKey],
  sealingKey: SEAL_KEYS[own === 'us' ? 'eu' : 'us'].publicKey,
  openingKeys: [SEAL_KEYS[own].privateKey],
  lookUpKey: LOOK_UP_KEY,
});

/** A US and an EU deployment that reach each other over HTTP, each with its own database; closed after the file. */
export async function openTwoRegions({
  work = false,
  config = {},
  rateLimitFactor = 1,
  euSessions = {},
}: {
  work?: boolean;
  rateLimitFactor?: number;
  config?: Partial<Config>;
  euSessions?: Readonly<Record<string, string>>;
} = {}): Promise<{
  us: TestApp;
  eu: TestApp;
  usUrl: string;
  euUrl: string;
}> {
  const [usPort, euPort] = [await freePort(), await freePort()];
  const [usUrl, euUrl] = [`http://127.0.0.1:${usPort}`, `http://127.0.0.1:${euPort}`];
  const us = await createTestApp({
    config: { ...config, region: 'us', otherRegionUrl: euUrl, peer: peerAt(euUrl, 'us') },
    rateLimitFactor,
    work,
  });
  const eu = await createTestApp({
    config: { ...config, region: 'eu', otherRegionUrl: usUrl, peer: peerAt(usUrl, 'eu') },
    sessions: euSessions,
    rateLimitFactor,
    work,
  });
  afterAll(() => Promise.all([us.close(), eu.close()]));
  await giveIdsOf(eu, 'eu');
  await us.app.listen({ port: usPort, host: '127.0.0.1' });
  await eu.app.listen({ port: euPort, host: '127.0.0.1' });
  return { us, eu, usUrl, euUrl };
}

/** Databases of tests are copies of one of the US; afterwards new rows get the ids of their region. */
async function giveIdsOf({ urls }: TestApp, region: Region): Promise<void> {
  const owner = connect(urls.owner, 1);
  try {
    const { rows } = await sql<{ table: string; column: string }>`
      select attrelid::regclass::text as table, attname::text as column from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attidentity <> ''
    `.execute(owner.db);
    for (const { table, column } of rows)
      await sql`
        alter table ${sql.table(table)} alter column ${sql.ref(column)} restart with ${sql.lit(REGION_ORDINAL[region])}
      `.execute(owner.db);
  } finally {
    await owner.db.destroy();
  }
}
