import { supervise } from './lib/child.mjs';
import { finishDemo, serverEntry } from './lib/demo.mjs';
import { prepare } from './lib/install.mjs';
import { command, toolEnv } from './lib/project.mjs';
import { buildWeb } from './lib/web.mjs';

await command(async () => {
  const node = await prepare();
  await buildWeb(node);
  await finishDemo(node);
  return supervise(node, [serverEntry], toolEnv(node));
});
