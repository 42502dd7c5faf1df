import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { supervise } from './child.mjs';
import { at, root, Stop, toolEnv } from './project.mjs';

/** The server for trying Cusp out, which makes the demo practice in an empty database; in production the bare one. */
export const serverEntry =
  process.env.NODE_ENV === 'production'
    ? at('server', 'src', 'main.ts')
    : at('server', 'src', 'demo', 'main.ts');

/** Makes a demo practice anew that was begun and not finished; server/src/demo/make.ts leaves the marker. */
export async function finishDemo(node) {
  const marker = join(resolve(root, process.env.DATA_DIR || '.cusp-data'), 'demo-in-the-making');
  if (!existsSync(marker)) return;
  console.info('Making the demo practice anew, because it was left half made …');
  const code = await supervise(node, [at('server', 'src', 'demo', 'reset.ts'), '--half-made'], toolEnv(node));
  if (code !== 0) throw new Stop('The demo practice could not be made. Try: npm run demo:reset');
}
