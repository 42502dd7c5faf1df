/**
 * Hostile requests to every endpoint, the long form of `server/src/fuzz.test.ts`: ROUNDS=100000 is the full run, and
 * SEED repeats one. Fails if a reply is 5xx or contains data of strangers, or if a job fails on data left by the
 * requests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const { ROUNDS = '20000', SEED = String(Date.now() % 2 ** 31) } = process.env;
const ROOT = join(import.meta.dirname, '..');

console.info(`SEED=${SEED}, ${ROUNDS} rounds`);
const child = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'server', '--maxWorkers=1', '--execArgv=--expose-gc', 'server/src/fuzz.test.ts'],
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FUZZ_ROUNDS: ROUNDS, FUZZ_SEED: SEED } },
);
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
