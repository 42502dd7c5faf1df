import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

/** Unpacks into a temporary folder and renames it, because other runs may do the same at the same time. */
async function unpack(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  const draft = mkdtempSync(`${folder}-`);
  process.env.TMPDIR = draft;
  try {
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(packed, 'bin', name));
    }
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(draft, { recursive: true, force: true });
  }
}

const runs = (browser: string) => spawnSync(browser, ['--version'], { encoding: 'utf8' });

/** The Chromium from npm, with its own fonts and libraries for machines that lack them. */
export async function packagedBrowser(): Promise<string> {
  const advice = 'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.';
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`There is no browser here. ${advice}`);

  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  const folder = join(tmpdir(), `cusp-chromium-${version}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpack(folder);
  const browser = join(folder, 'chromium');

  if (!existsSync('/etc/fonts')) process.env.FONTCONFIG_PATH = join(folder, 'fonts');
  const libraries = process.env.LD_LIBRARY_PATH;
  if (runs(browser).status !== 0) {
    process.env.LD_LIBRARY_PATH = [join(folder, 'al2023', 'lib'), libraries].filter(Boolean).join(':');
  }
  const run = runs(browser);
  if (run.status === 0) return browser;
  // The next browser to try must not use these libraries.
  if (libraries === undefined) delete process.env.LD_LIBRARY_PATH;
  else process.env.LD_LIBRARY_PATH = libraries;
  throw new Error(
    `The browser from npm does not run here: ${run.error?.message ?? run.stderr.trim()}\n${advice}`,
  );
}
