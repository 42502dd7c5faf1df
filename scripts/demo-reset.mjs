import { supervise } from './lib/child.mjs';
import { resetEntry } from './lib/demo.mjs';
import { prepare } from './lib/install.mjs';
import { command, toolEnv } from './lib/project.mjs';

await command(async () => {
  const node = await prepare();
  return supervise(node, [resetEntry, ...process.argv.slice(2)], toolEnv(node));
});
