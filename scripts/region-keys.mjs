import { newRegionKeys } from './lib/region-keys.mjs';

// npm run region-keys: new keys for the requests between a US and an EU deployment, as settings of both.
const blocks = Object.entries(newRegionKeys()).map(([region, keys]) =>
  [`# REGION=${region}`, ...Object.entries(keys).map(([name, value]) => `${name}=${value}`)].join('\n'),
);
console.info(blocks.join('\n\n'));
