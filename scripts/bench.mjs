import { readdirSync } from 'node:fs';
import { supervise } from './lib/child.mjs';
import { prepare } from './lib/install.mjs';
import { at, command, Stop, toolEnv } from './lib/project.mjs';
import { buildWeb } from './lib/web.mjs';

// npm run bench            all benches, one after the other
// npm run bench -- events  those whose name contains the word
await command(async () => {
  const words = process.argv.slice(2);
  const all = readdirSync(at('bench'))
    .filter((name) => name.endsWith('.bench.ts'))
    .sort();
  const chosen = words.length ? all.filter((name) => words.some((word) => name.includes(word))) : all;
  if (!chosen.length) throw new Stop(`No bench matches. There are: ${all.join(', ') || 'none'}`);

  const node = await prepare();
  if (chosen.some((name) => name.includes('screen'))) await buildWeb(node);
  const failed = [];
  for (const name of chosen) {
    console.info(`\n${name.replace('.bench.ts', '')}\n`);
    const code = await supervise(node, ['--expose-gc', at('bench', name)], toolEnv(node));
    if (code > 128) return code;
    if (code !== 0) failed.push(name);
  }
  if (failed.length) throw new Stop(`Failed: ${failed.join(', ')}`);
});
