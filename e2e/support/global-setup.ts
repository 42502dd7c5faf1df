import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { playAddressProvider } from '../../server/src/testing/address-provider.ts';
import { ready } from './ready.ts';
import { playProviders } from './social-providers.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Starts the whole product on a free port with the demo practice, like `npm start`. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDirs: string[] = [];
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const secret = randomBytes(32).toString('hex');
  const [providers, addresses] = await Promise.all([playProviders(url), playAddressProvider()]);
  const launch = async () => {
    const dataDir = await scratchFolder('cusp-e2e-');
    dataDirs.push(dataDir);
    return spawn(
      process.execPath,
      ['--import', './scripts/lib/follow-parent.mjs', 'server/src/demo/main.ts'],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: dataDir,
          SECRET_KEY: secret,
          // Each light copy is made in a new thread that loads the same code.
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
          PUBLIC_URL: url,
          DATABASE_URL: '',
          DATABASE_OWNER_URL: '',
          DEMO: '1',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_FACTOR: '100',
          GOOGLE_PLACES_KEY: 'local',
          GOOGLE_PLACES_URL: addresses.url,
          ...providers.env,
        },
        // The IPC channel lets the server notice that the run was killed, so that it stops too.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
  };
  let server = await launch();
  // On an overloaded machine the demo may time out waiting for the database; the second attempt has a new one.
  await ready(server, url).catch(async () => {
    server = await launch();
    return ready(server, url);
  });
  process.env.CUSP_URL = url;
  process.env.CUSP_SECRET = secret;
  return async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await Promise.all([providers.close(), addresses.close()]);
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
  };
}
