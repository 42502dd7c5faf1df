import { existsSync } from 'node:fs';

const COMMON = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function namedBrowser(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which is not there`);
  return named || undefined;
}

/** The browser of the machine, or else the one that comes from npm. */
export async function findBrowser(): Promise<string> {
  const found = namedBrowser() ?? COMMON.find((path) => existsSync(path));
  if (found) return found;
  const { packagedBrowser } = await import('./packaged-browser.ts');
  return packagedBrowser();
}

/**
 * The browser that comes from npm, which has no windows to draw and takes less than half the processor time of a
 * whole one; where it does not run, the browser of the machine.
 */
export async function findHeadlessBrowser(): Promise<string> {
  const named = namedBrowser();
  if (named) return named;
  const { packagedBrowser } = await import('./packaged-browser.ts');
  return packagedBrowser().catch(findBrowser);
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
