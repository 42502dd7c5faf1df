import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/** Latin, Greek, Cyrillic, Hangul and kana in the letters of the screen: Pretendard is Inter with Hangul. */
export interface Fonts {
  regular: Font;
  strong: Font;
}

let loading: Promise<Fonts> | null = null;

/** The fonts of paper, read with the first sheet. A document embeds only the letters it uses. */
export function loadFonts(): Promise<Fonts> {
  loading ??= Promise.all([fontOf(400), fontOf(600)]).then(([regular, strong]) => ({ regular, strong }));
  return loading;
}

async function fontOf(weight: 400 | 600): Promise<Font> {
  const path = import.meta.resolve(`@fontsource/pretendard/files/pretendard-latin-${weight}-normal.woff`);
  return create(unpackWoff(await readFile(fileURLToPath(path))));
}
