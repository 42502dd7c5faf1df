import { existsSync } from 'node:fs';

const COMMON = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser of the machine, or else the one that comes from npm. */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which is not there`);
    return named;
  }
  const installed = COMMON.find((path) => existsSync(path));
  if (installed) return installed;
  const { packagedBrowser } = await import('./packaged-browser.ts');
  return packagedBrowser();
}

/**
 * WebGL in software, no connection of the browser's own, and no sandbox for root, who cannot have one.
 * Pages are put together without the software GPU, which is slow at it and is left to WebGL.
 */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--use-angle=swiftshader',
  '--disable-gpu-compositing',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
