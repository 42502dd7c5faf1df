import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfjsData } from './pdfjs-data.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [react(), pdfjsData(), precompress()],
  build: {
    manifest: true,
    target: 'es2022',
    // The page's policy allows fonts and images from this host only, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
