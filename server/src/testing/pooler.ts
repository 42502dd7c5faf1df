import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { homeOf } from '@cusp/local-postgres/home';

/**
 * PgBouncer in transaction mode in front of the tests' PostgreSQL, as a deployment may have it; it must be installed
 * (Debian's package `pgbouncer`). It refuses startup options and, before 1.21, keeps no plans.
 */
export async function startPooler(folder: string, databasePort: number, password: string) {
  const port = await freePort();
  const users = join(folder, 'pooler-users.txt');
  const settings = join(folder, 'pooler.ini');
  await writeFile(users, `"cusp_app" "${password}"\n`);
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'max_client_conn = 500',
      'default_pool_size = 10',
      // Databases of tests come and go.
      'server_idle_timeout = 5',
      '',
    ].join('\n'),
  );
  // Like PostgreSQL it does not run as root.
  const { account } = homeOf(folder, () => {});
  if (account) for (const file of [users, settings]) await chown(file, account.uid, account.gid);
  const child = spawn('pgbouncer', ['-q', settings], { ...account, stdio: ['ignore', 'ignore', 'inherit'] });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`PgBouncer does not run here: ${error}`);
  });
  failed.catch(() => {});
  while (!(await Promise.race([answers(port), failed]))) await setTimeout(50);
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.end())));
    socket.once('error', () => resolve(false));
  });
