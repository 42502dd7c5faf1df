import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { newRegionKeys } from '../../scripts/lib/region-keys.mjs';
import { ready } from './ready.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = ['us', 'eu'] as const;
type Region = (typeof NAMES)[number];

export interface Site {
  url: string;
  /** Newest first. */
  mails(): Promise<{ to: string; subject: string; text: string }[]>;
}

/** A US and an EU deployment, as `npm run regions` starts them, without a demo practice. */
export async function startTwoRegions(): Promise<Record<Region, Site> & { stop(): Promise<void> }> {
  const keys = newRegionKeys();
  const ports = { us: await freePort(), eu: await freePort() };
  const site = (region: Region) => `http://${region}.localhost:${ports[region]}`;
  const folder = await scratchFolder('cusp-regions-');
  const started = await Promise.all(
    NAMES.map(async (region) => {
      const other = region === 'us' ? 'eu' : 'us';
      const server: ChildProcess = spawn(
        process.execPath,
        ['--import', './scripts/lib/follow-parent.mjs', 'server/src/main.ts'],
        {
          cwd: ROOT,
          env: {
            ...process.env,
            ...keys[region],
            NODE_ENV: 'test',
            REGION: region,
            PORT: String(ports[region]),
            DATA_DIR: join(folder, region),
            PUBLIC_URL: site(region),
            OTHER_REGION_URL: site(other),
            OTHER_REGION_INTERNAL_URL: `http://127.0.0.1:${ports[other]}`,
            DATABASE_URL: '',
            DATABASE_OWNER_URL: '',
            SECRET_KEY: '',
            DEMO: '0',
            LOG_LEVEL: 'warn',
            RATE_LIMIT_FACTOR: '100',
          },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        },
      );
      await ready(server, `http://127.0.0.1:${ports[region]}`);
      return server;
    }),
  );
  const at = (region: Region): Site => ({
    url: site(region),
    async mails() {
      const reply = await fetch(`http://127.0.0.1:${ports[region]}/dev/outbox.json`);
      return ((await reply.json()) as { mails: Awaited<ReturnType<Site['mails']>> }).mails;
    },
  });
  return {
    us: at('us'),
    eu: at('eu'),
    async stop() {
      for (const server of started) server.kill('SIGTERM');
      await Promise.all(
        started.map((server) => server.exitCode ?? server.signalCode ?? once(server, 'exit')),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}
