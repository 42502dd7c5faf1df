import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileAtOnce } from './compile-at-once.ts';
import { pdfjsData } from './pdfjs-data.ts';
import { precompress } from './precompress.ts';

const ENTRY = /[\\/](index\.html|main\.tsx)$/;
const TEXTS = /[\\/]languages[\\/]/;
/** Icons, fields, endpoints and the like. */
const SMALL =
  /[\\/](@tabler[\\/]icons-react[\\/].*|(text|dental|contract)[\\/]src[\\/][^\\/]+|web[\\/]src[\\/]client[\\/].*|web[\\/]src[\\/](ui|dental-ui)[\\/][^\\/]+)$/;
/** Modules of the contract without a schema. What the browser checks by itself, on a few screens, comes with zod. */
const PLAIN =
  '(?:[a-z-]+\\.routes|countries|endpoint|errors|event-names|events|file-types|limits|pages|storage-region)\\.ts$';
const SCHEMAS = new RegExp(`[\\\\/](node_modules[\\\\/]zod[\\\\/]|contract[\\\\/]src[\\\\/](?!${PLAIN}))`);
const GROUPS = [
  { name: 'schemas', test: SCHEMAS, priority: 4 },
  // The start and the sign-in screen are one file.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 3 },
  // What many screens share is one more: a screen asks for a few files instead of for dozens of small ones.
  { name: 'shared', minShareCount: 6, test: (id: string) => !TEXTS.test(id), priority: 2 },
  // And one more is the small things that a few screens share: on their own they are dozens of files.
  { name: 'small', minShareCount: 2, test: SMALL, priority: 1 },
];
/** A group takes what is named only: with all that its modules once imported, zod would be in each. */
const codeSplitting = { groups: GROUPS, includeDependenciesRecursively: false };

const RUN_AT_ONCE = ['start', 'shared', 'small', 'Shell', 'CasesPage', 'DashboardScreen'];

export default defineConfig({
  plugins: [react(), pdfjsData(), compileAtOnce(RUN_AT_ONCE), precompress()],
  build: {
    manifest: true,
    target: 'es2022',
    // The page's policy allows fonts and images from this host only, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting } },
  },
});
