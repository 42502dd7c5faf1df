import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { host } from './free-port.ts';
import type { Home } from './home.ts';
import { until } from './processes.ts';
import { type Programs, startOptions } from './programs.ts';

const isWindows = process.platform === 'win32';

/** Options that differ between runs. */
export interface RunOptions {
  /** `false` trades safety for speed. */
  fsync: boolean;
  /** Further settings of PostgreSQL. */
  settings?: Record<string, string>;
}

function settings(port: number, { fsync, settings: more }: RunOptions): string[] {
  const all: Record<string, string | number> = {
    listen_addresses: host,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // Failing statements can contain patient data.
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
          // Protects short passwords in a stolen database, and adds milliseconds to each connection.
          scram_iterations: 1,
        }),
    ...more,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** One run of the database server on a cluster. */
export class DatabaseProcess {
  readonly #child: ChildProcess;
  readonly #watcher: ChildProcess | null;
  readonly #programs: Programs;
  readonly #home: Home;
  readonly #tail: string[] = [];
  ended = false;
  /** Resolves when it has ended and all its output was read. */
  readonly closed: Promise<void>;

  constructor(
    programs: Programs,
    home: Home,
    port: number,
    options: RunOptions,
    log: (line: string) => void,
  ) {
    this.#programs = programs;
    this.#home = home;
    // In its own process group: Ctrl-C reaches Cusp, which finishes its work and then stops the database.
    this.#child = spawn(programs.postgres, ['-D', home.cluster, ...settings(port, options)], {
      ...startOptions(home),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        this.#tail.push(line);
        if (this.#tail.length > 20) this.#tail.shift();
        log(line);
      }
    });
    this.#child.once('error', (error) => {
      this.#tail.push(error.message);
      this.ended = true;
    });
    this.closed = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.ended = true;
        this.#watcher?.kill('SIGKILL');
        resolve();
      });
    });
    this.#watcher = isWindows ? null : this.#watch();
  }

  /** Starts a watcher that shuts the database down when its pipe closes, which happens however this process ends. */
  #watch(): ChildProcess {
    const script = 'read -r _; read -r pid < "$1" && [ "$pid" = "$2" ] && kill -INT "$2"';
    const args = ['-c', script, 'sh', join(this.#home.cluster, 'postmaster.pid'), String(this.pid)];
    const watcher = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watcher.on('error', () => {});
    watcher.unref();
    return watcher;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last lines of its output. */
  get lastLines(): string {
    return this.#tail.join('\n');
  }

  async stop(): Promise<void> {
    if (this.ended) return;
    if (isWindows) {
      const args = ['stop', '-D', this.#home.cluster, '-m', 'fast'];
      spawnSync(this.#programs.pgCtl, args, startOptions(this.#home));
    } else {
      this.#child.kill('SIGINT');
    }
    if (await until(() => this.ended, 30_000)) return;
    this.#child.kill('SIGQUIT');
    await until(() => this.ended, 10_000);
  }
}
