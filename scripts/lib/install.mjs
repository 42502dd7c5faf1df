import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, capture, findNode, machinePath, root, Stop } from './project.mjs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether node_modules matches package-lock.json: npm records what it installed in node_modules/.package-lock.json.
 * Packages for other platforms may be missing.
 */
export function installed() {
  try {
    const wanted = read(at('package-lock.json'));
    const present = read(at('node_modules', '.package-lock.json'));
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.includes('node_modules/')) return true;
      const found = present[path];
      if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

const alive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Serialises installations in this folder, for commands that start at the same time. */
async function alone(work) {
  const lock = join(tmpdir(), `cusp-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
      const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : process.pid);
      if (holder > 0 && !alive(holder)) rmSync(lock, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function npm() {
  const script = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  // npm replaces node_modules, so it must not run on a Node inside it.
  const usable = script?.endsWith('.js') && existsSync(node) && !node.startsWith(at('node_modules'));
  return usable
    ? { program: node, args: [script] }
    : { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

async function npmCi() {
  console.info('Installing packages; the first time this takes a minute …');
  const { program, args } = npm();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { code, output } = await capture(
    program,
    [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { ...env, PATH: machinePath() }, shell: program.endsWith('.cmd') },
  );
  if (code !== 0)
    throw new Stop(`${output.trim()}\n\nThe packages could not be installed (npm ci ended with ${code}).`);
}

/** Installs the packages if they are missing or differ from package-lock.json; returns the Node to use. */
export async function prepare() {
  if (!installed() || !findNode()) {
    await alone(async () => {
      if (!installed() || !findNode()) await npmCi();
    });
  }
  const node = findNode();
  if (node) return node;
  throw new Stop(
    `Cusp runs on Node 24, and npm has none for ${process.platform}-${process.arch} that works here. ` +
      `This is Node ${process.versions.node}: install Node 24 from https://nodejs.org and try again.`,
  );
}
