import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { freePort } from '@cusp/local-postgres/free-port';
import { afterAll } from 'vitest';
import type { Config } from '../platform/config/config.ts';
import type { Peer } from '../platform/region/peer.ts';
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

/** Keys that open what the other region has sealed. */
export const SEAL_KEYS: Record<'us' | 'eu' | 'stranger', Keys> = {
  us: generateKeyPairSync('x25519'),
  eu: generateKeyPairSync('x25519'),
  stranger: generateKeyPairSync('x25519'),
};

const LOOK_UP_KEY = randomBytes(32);

/** How a region sees the other one at an address. */
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
}: {
  work?: boolean;
  config?: Partial<Config>;
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
    rateLimitFactor: 1,
    work,
  });
  const eu = await createTestApp({
    config: { ...config, region: 'eu', otherRegionUrl: usUrl, peer: peerAt(usUrl, 'eu') },
    rateLimitFactor: 1,
    work,
  });
  afterAll(() => Promise.all([us.close(), eu.close()]));
  await us.app.listen({ port: usPort, host: '127.0.0.1' });
  await eu.app.listen({ port: euPort, host: '127.0.0.1' });
  return { us, eu, usUrl, euUrl };
}
