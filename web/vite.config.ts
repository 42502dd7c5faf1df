import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileAtOnce } from './compile-at-once.ts';
import { helpPages } from './help-pages.ts';
import { pdfjsData } from './pdfjs-data.ts';
import { precompress } from './precompress.ts';
import { serviceWorkerShell } from './service-worker-shell.ts';
import { textPacks } from './text-packs-plugin.ts';

const ENTRY = /[\\/](index\.html|main\.tsx)$/;
const TEXTS = /[\\/]languages[\\/]/;
/** Icons, fields, endpoints and the like. */
const SMALL =
  /[\\/](@tabler[\\/]icons-react[\\/].*|(text|mesh|dental|contract)[\\/]src[\\/][^\\/]+|web[\\/]src[\\/]client[\\/].*|web[\\/]src[\\/](ui|dental-ui)[\\/][^\\/]+)$/;
/** Modules of the contract without a schema. The few screens that validate in the browser load zod themselves. */
const PLAIN =
  '(?:[a-z-]+\\.routes|carriers|countries|endpoint|errors|event-names|events|file-types|limits|pages|storage-region)\\.ts$';
const SCHEMAS = new RegExp(`[\\\\/](node_modules[\\\\/]zod[\\\\/]|contract[\\\\/]src[\\\\/](?!${PLAIN}))`);
const GROUPS = [
  { name: 'schemas', test: SCHEMAS, priority: 4 },
  // The initial bundle and the sign-in screen are one file.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 3 },
  // Code that many screens share is one chunk, so that a screen requests a few files instead of dozens.
  { name: 'shared', minShareCount: 6, test: (id: string) => !TEXTS.test(id), priority: 2 },
  // Small modules that a few screens share are one chunk too; alone they would be dozens of files.
  { name: 'small', minShareCount: 2, test: SMALL, priority: 1 },
];
/** Groups take only the modules they name: with all dependencies, each would contain zod. */
const codeSplitting = { groups: GROUPS, includeDependenciesRecursively: false };

const RUN_AT_ONCE = ['start', 'shared', 'small', 'Shell', 'CasesPage', 'DashboardScreen'];

export default defineConfig({
  plugins: [
    react(),
    helpPages(),
    textPacks(),
    pdfjsData(),
    compileAtOnce(RUN_AT_ONCE),
    precompress(),
    serviceWorkerShell(),
  ],
  build: {
    manifest: true,
    target: 'es2022',
    // The page's policy allows fonts and images from this host only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting } },
  },
});
