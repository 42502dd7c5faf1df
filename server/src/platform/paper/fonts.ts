import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { woff2ttf } from 'fonteditor-core';
import { create, type Font } from 'fontkit';

/** Latin, Greek, Cyrillic, Hangul and kana in the font of the screen: Pretendard is Inter with Hangul. */
export interface Fonts {
  regular: Font;
  strong: Font;
}

let loading: Promise<[regular: Buffer, strong: Buffer]> | null = null;

/**
 * The fonts of one document, which embeds only the letters it uses. The files are read once, but each document has
 * its own instances: embedding an accented letter corrupts a font's mapping of the plain letter.
 */
export async function openFonts(): Promise<Fonts> {
  loading ??= Promise.all([bytesOf(400), bytesOf(600)]).catch((error) => {
    // A failed load must not stay for all later documents.
    loading = null;
    throw error;
  });
  const [regular, strong] = await loading;
  return { regular: create(regular), strong: create(strong) };
}

async function bytesOf(weight: 400 | 600): Promise<Buffer> {
  const path = import.meta.resolve(`@fontsource/pretendard/files/pretendard-latin-${weight}-normal.woff`);
  const { buffer } = Uint8Array.from(await readFile(fileURLToPath(path)));
  // The font reader would inflate a packed table again for each letter.
  return Buffer.from(woff2ttf(buffer, { inflate: (packed) => inflateSync(Uint8Array.from(packed)) }));
}
