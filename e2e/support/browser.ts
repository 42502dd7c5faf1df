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

/** The machine's browser, or else the one from npm. */
export async function findBrowser(): Promise<string> {
  const found = namedBrowser() ?? COMMON.find((path) => existsSync(path));
  if (found) return found;
  const { packagedBrowser } = await import('./packaged-browser.ts');
  return packagedBrowser();
}

/**
 * The browser from npm: it has no window and takes less than half the CPU time of a full one. If it does not start,
 * the machine's browser.
 */
export async function findHeadlessBrowser(): Promise<string> {
  const named = namedBrowser();
  if (named) return named;
  const { packagedBrowser } = await import('./packaged-browser.ts');
  return packagedBrowser().catch(findBrowser);
}

/**
 * Software WebGL, no background connections of the browser, and no sandbox, because root cannot have one. Page
 * compositing does not use the software GPU, which is slow at it.
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
