import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Binaries, postgresEnv } from './embedded-binaries.ts';
import type { Home } from './embedded-home.ts';
import { until } from './embedded-process.ts';

export const host = '127.0.0.1';

/** A port nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('no port')),
      );
    });
  });
}

function settings(port: number, fsync: boolean): string[] {
  const all: Record<string, string | number> = {
    listen_addresses: host,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // The values in a failing statement can be a patient's.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(fsync
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
          autovacuum_naptime: '1h',
        }),
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** One run of the database server on a cluster. */
export class Launched {
  readonly child: ChildProcess;
  readonly #watcher: ChildProcess | null;
  readonly #tail: string[] = [];
  ended = false;
  /** Settles when it has ended and everything it wrote is read. */
  readonly closed: Promise<void>;

  constructor(binaries: Binaries, home: Home, port: number, fsync: boolean, log: (line: string) => void) {
    // A group of its own: Ctrl-C reaches Cusp, which finishes its work and then stops the database.
    this.child = spawn(binaries.postgres, ['-D', home.cluster, ...settings(port, fsync)], {
      ...home.account,
      cwd: '/',
      env: postgresEnv,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        this.#tail.push(line);
        if (this.#tail.length > 20) this.#tail.shift();
        log(line);
      }
    });
    this.child.once('error', (error) => {
      this.#tail.push(error.message);
      this.ended = true;
    });
    this.closed = new Promise((resolve) => {
      this.child.once('close', () => {
        this.ended = true;
        this.#watcher?.kill('SIGKILL');
        resolve();
      });
    });
    this.#watcher = process.platform === 'win32' ? null : this.#watch(home);
  }

  /** Reads from a pipe that closes when this process ends, however it ends, and then shuts the database down. */
  #watch(home: Home): ChildProcess {
    const script = 'read -r _; read -r pid < "$1" && [ "$pid" = "$2" ] && kill -INT "$2"';
    const args = ['-c', script, 'sh', join(home.cluster, 'postmaster.pid'), String(this.child.pid)];
    const watcher = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watcher.on('error', () => {});
    watcher.unref();
    return watcher;
  }

  /** The last lines it wrote. */
  get words(): string {
    return this.#tail.join('\n');
  }

  async stop(binaries: Binaries, home: Home): Promise<void> {
    if (this.ended) return;
    if (process.platform === 'win32') {
      spawnSync(binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast'], { env: postgresEnv });
    } else {
      this.child.kill('SIGINT');
    }
    if (await until(() => this.ended, 30_000)) return;
    this.child.kill('SIGQUIT');
    await until(() => this.ended, 10_000);
  }
}
