import { supervise } from './lib/child.mjs';
import { prepare } from './lib/install.mjs';
import { at, command, toolEnv } from './lib/project.mjs';
import { buildWeb } from './lib/web.mjs';

await command(async () => {
  const node = await prepare();
  await buildWeb(node);
  return supervise(node, [at('server', 'src', 'main.ts')], toolEnv(node));
});
