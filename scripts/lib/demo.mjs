import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { supervise } from './child.mjs';
import { at, root, Stop, toolEnv } from './project.mjs';

/** The server with the demo practice for an empty database; in production the server without it. */
export const serverEntry =
  process.env.NODE_ENV === 'production'
    ? at('server', 'src', 'main.ts')
    : at('server', 'src', 'demo', 'main.ts');

/** Empties the database and makes the demo practice again. */
export const resetEntry = at('server', 'src', 'demo', 'reset.ts');

/** Makes an unfinished demo practice again; server/src/demo/make.ts leaves the marker. */
export async function finishDemo(node, env = toolEnv(node)) {
  const marker = join(resolve(root, env.DATA_DIR || '.cusp-data'), 'demo-in-the-making');
  if (!existsSync(marker)) return;
  console.info('Making the demo practice again, because it was not finished …');
  const code = await supervise(node, [resetEntry, '--half-made'], env);
  if (code !== 0) throw new Stop('The demo practice could not be made. Try: npm run demo:reset');
}
