import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const PAGES = join(import.meta.dirname, '../viewer-pages');

/** The other viewers with their dependencies, 60 MB that only these benches use. */
function installOthers(): void {
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const run = spawnSync('npm', args, { cwd: join(PAGES, 'others'), stdio: ['ignore', 'ignore', 'inherit'] });
  if (run.status !== 0) throw new Error('The other viewers could not be installed');
}

/** Builds the pages that hold the viewers into a folder of `parent`. */
export async function buildViewers(parent: string): Promise<string> {
  installOthers();
  const pages = join(parent, 'pages');
  await build({
    root: PAGES,
    configFile: false,
    logLevel: 'error',
    build: { outDir: pages, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
  });
  return pages;
}

/** Serves built pages, and scans with the light copies beside them, gzipped as the product sends them. */
export async function serveViewers(pages: string, scans: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname;
    const isScan = path.startsWith('/scans/');
    const file = isScan ? join(scans, path.slice(7)) : join(pages, path === '/' ? 'index.html' : path);
    stat(file).then(
      ({ size }) => {
        reply.writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-length': size,
          'cache-control': 'no-store',
          ...(file.endsWith('.light') ? { 'content-encoding': 'gzip' } : {}),
        });
        createReadStream(file).pipe(reply);
      },
      () => reply.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
