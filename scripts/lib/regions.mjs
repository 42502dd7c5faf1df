import { join, resolve } from 'node:path';
import { supervise } from './child.mjs';
import { finishDemo, resetEntry, serverEntry } from './demo.mjs';
import { root, Stop, toolEnv } from './project.mjs';
import { keptRegionKeys } from './region-keys.mjs';

const NAMES = { us: 'US', eu: 'EU' };
const OTHER = { us: 'eu', eu: 'us' };
/** Brands with a separate host in each region. */
const BRANDS = ['campus', 'arcline', 'verdent', 'molaris', 'crownly'];

function portOf(name, fallback) {
  const port = Number(process.env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Stop(`${name} must be a port, not "${process.env[name] || fallback}".`);
}

/**
 * Settings of a US and an EU deployment on this machine. Browsers reach them by two host names, because cookies ignore
 * ports. They use separate databases, files and secrets, whatever the environment contains.
 */
export function regionSettings() {
  if (process.env.NODE_ENV === 'production')
    throw new Stop(
      'This starts two regions for trying Cusp out. In production run each on its own: see "Two regions" in the README.',
    );
  const dataDir = resolve(root, process.env.DATA_DIR || '.cusp-data');
  const us = portOf('PORT', 4800);
  const ports = { us, eu: portOf('EU_PORT', us + 1) };
  const keys = keptRegionKeys(join(dataDir, 'region-keys.json'));
  const site = (region, brand) => `http://${brand ? `${brand}.` : ''}${region}.localhost:${ports[region]}`;
  const brandSites = (region) => BRANDS.map((brand) => site(region, brand)).join(',');
  return Object.keys(NAMES).map((region) => ({
    label: NAMES[region],
    env: {
      ...keys[region],
      REGION: region,
      PORT: String(ports[region]),
      DATA_DIR: join(dataDir, region),
      PUBLIC_URL: site(region),
      BRAND_URLS: brandSites(region),
      OTHER_REGION_URL: site(OTHER[region]),
      OTHER_REGION_BRAND_URLS: brandSites(OTHER[region]),
      OTHER_REGION_INTERNAL_URL: `http://127.0.0.1:${ports[OTHER[region]]}`,
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      SECRET_KEY: '',
      S3_BUCKET: '',
    },
  }));
}

/** Runs both deployments until a signal ends them; when one ends on its own, the other is stopped too. */
export async function runRegions(node, regions) {
  for (const { env } of regions) await finishDemo(node, toolEnv(node, env));
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      isAsked = true;
    });
  }
  const stop = new AbortController();
  const both = regions.map(async ({ label, env }) => {
    const code = await supervise(node, [serverEntry], toolEnv(node, env), { abort: stop.signal, label });
    if (!isAsked && !stop.signal.aborted)
      console.error(`The ${label} region has ended (exit code ${code}), so the other one is stopped too.`);
    stop.abort();
    return isAsked ? code : code || 1;
  });
  return Math.max(...(await Promise.all(both)));
}

/** Deletes the data of both deployments and recreates their demo practices. */
export async function resetRegions(node, regions) {
  for (const { label, env } of regions) {
    const code = await supervise(node, [resetEntry], toolEnv(node, env), { label });
    if (code !== 0) return code;
  }
  return 0;
}
