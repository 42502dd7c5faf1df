import { supervise } from './lib/child.mjs';
import { prepare } from './lib/install.mjs';
import { at, command, toolEnv } from './lib/project.mjs';

await command(async () => {
  const node = await prepare();
  return supervise(node, [at('server', 'src', 'agreements.ts'), ...process.argv.slice(2)], toolEnv(node));
});
