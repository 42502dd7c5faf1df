import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cusp/local-postgres/free-port';

/** The path of Debian's package libnginx-mod-nchan. */
const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

interface Nchan {
  url: string;
  /** The one worker, which holds the streams. */
  pid: number;
  stop(): Promise<void>;
}

/** nginx with nchan and one worker, with its own configuration; null if it is not installed. */
export async function serveNchan(): Promise<Nchan | null> {
  if (!existsSync(MODULE) || spawnSync('nginx', ['-v']).status !== 0) return null;
  const dir = await mkdtemp(join(tmpdir(), 'cusp-nchan-'));
  for (const name of TEMPORARY) await mkdir(join(dir, name));
  const port = await freePort();
  await writeFile(join(dir, 'nginx.conf'), configuration(dir, port));
  const master = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => master.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) break;
    if (master.exitCode !== null || attempt > 100) throw new Error('nginx with nchan did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    pid: Number(/^\d+/.exec(readFileSync(`/proc/${master.pid}/task/${master.pid}/children`, 'utf8'))?.[0]),
    async stop() {
      master.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const configuration = (dir: string, port: number) => `
load_module ${MODULE};
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/nginx.pid;
error_log stderr error;
events { worker_connections 30000; }
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /healthz { return 200 ok; }
    location = /events {
      nchan_subscriber eventsource;
      nchan_subscriber_first_message newest;
      nchan_channel_id bench;
    }
    location = /publish {
      nchan_publisher;
      nchan_channel_id bench;
    }
  }
}
`;
