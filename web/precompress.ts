import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const WORTH_IT_BYTES = 1024;
/**
 * The best quality saves 1.5 % and takes twice as long, so only the sign-in page, which every visitor waits for, gets
 * it.
 */
const QUALITY = 10;

/** Writes a `.br` and a `.gz` next to each built text file, so that the server need not compress them on the fly. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(m?js|css|svg|wasm)$/.test(name));
      await Promise.all(
        texts.map((name) => {
          const file = bundle[name];
          const isFirst = file?.type === 'chunk' && file.name === 'start';
          return compress(join(dir, name), isFirst ? constants.BROTLI_MAX_QUALITY : QUALITY);
        }),
      );
    },
  };
}

async function compress(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTH_IT_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
}
