import { supervise } from './lib/child.mjs';
import { prepare } from './lib/install.mjs';
import { at, command, toolEnv } from './lib/project.mjs';
import { buildWeb } from './lib/web.mjs';

// npm run screens                   pictures of all screens into docs/screens, with an index
// npm run screens -- case viewer    those whose name contains a word, into docs/screens too
// npm run axe                       checks all screens and dialogs with axe, in both schemes and all skins
// npm run axe -- case viewer        those whose name contains a word
// SCREENS_DIR, SCREENS_SCHEME=dark and SCREENS_LANGUAGE=ko change where and how; CUSP_URL uses a running server
await command(async () => {
  const node = await prepare();
  if (!process.env.CUSP_URL) await buildWeb(node);
  const cli = at('node_modules', '@playwright', 'test', 'cli.js');
  const words = process.argv.slice(2);
  const isAxe = words[0] === '--axe';
  const env = toolEnv(node, {
    SCREENS_ONLY: words.slice(isAxe ? 1 : 0).join(','),
    SCREENS_AXE: isAxe ? '1' : '',
  });
  return supervise(node, [cli, 'test', `--config=${at('e2e', 'pictures.config.ts')}`], env);
});
