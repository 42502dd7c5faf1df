import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfjsData } from './pdfjs-data.ts';
import { precompress } from './precompress.ts';

const ENTRY = /[\\/](index\.html|main\.tsx)$/;
const TEXTS = /[\\/]languages[\\/]/;
/** What the first screens of a signed-in person say, and the ones next to them: one file a language. */
const DAILY = 'shell dashboard dental cases files history scans sharing viewer connections invitations'.split(
  ' ',
);
function dailyTexts(id: string): string | null {
  const [, language, name = ''] = /[\\/]languages[\\/]([^\\/]+)[\\/]([^\\/]+)\.json$/.exec(id) ?? [];
  return DAILY.includes(name) ? `texts-${language}` : null;
}
const GROUPS = [
  { name: dailyTexts, priority: 3 },
  // The start and the sign-in screen are one file.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 2 },
  // What many screens share is one more: a screen asks for a few files instead of for dozens of small ones.
  { name: 'shared', minShareCount: 6, test: (id: string) => !TEXTS.test(id), priority: 1 },
];

export default defineConfig({
  plugins: [react(), pdfjsData(), precompress()],
  build: {
    manifest: true,
    target: 'es2022',
    // The page's policy allows fonts and images from this host only, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});
