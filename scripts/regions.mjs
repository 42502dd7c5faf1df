import { prepare } from './lib/install.mjs';
import { command } from './lib/project.mjs';
import { regionSettings, resetRegions, runRegions } from './lib/regions.mjs';
import { buildWeb } from './lib/web.mjs';

// npm run regions              a US and an EU deployment on this machine, as two regions of one cloud
// npm run regions -- --reset   deletes what both hold and creates their demo practices again
await command(async () => {
  const regions = regionSettings();
  const node = await prepare();
  if (process.argv.includes('--reset')) return resetRegions(node, regions);
  await buildWeb(node);
  return runRegions(node, regions);
});
