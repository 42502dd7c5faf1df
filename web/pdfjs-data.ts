import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Files that pdf.js fetches by name while it reads a document: CJK encodings, the standard fonts and decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
/** Scripts inside documents are not run. */
const LEFT_OUT = /^quickjs|^LICENSE_.*QUICKJS/;

/** Serves the data of pdf.js from our own host, under a path that contains its version. */
export function pdfjsData(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const base = async () => {
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    return `assets/pdfjs-${version}`;
  };
  return {
    name: 'pdfjs-data',
    async generateBundle() {
      for (const folder of FOLDERS)
        for (const name of await readdir(join(dirname(manifest), folder))) {
          if (LEFT_OUT.test(name)) continue;
          const source = await readFile(join(dirname(manifest), folder, name));
          this.emitFile({ type: 'asset', fileName: `${await base()}/${folder}/${name}`, source });
        }
    },
    async configureServer(server) {
      const prefix = `/${await base()}/`;
      server.middlewares.use((request, reply, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const [folder = '', name = ''] = path.slice(prefix.length).split('/');
        const file = join(dirname(manifest), folder, name);
        if (!path.startsWith(prefix) || !FOLDERS.includes(folder) || !existsSync(file)) return next();
        readFile(file).then((bytes) => {
          if (name.endsWith('.wasm')) reply.setHeader('content-type', 'application/wasm');
          reply.end(bytes);
        }, next);
      });
    },
  };
}
