import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Stop } from './project.mjs';

const pair = (kind) => {
  const { privateKey, publicKey } = generateKeyPairSync(kind);
  return {
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    open: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
};

/** New keys for the requests between a US and an EU deployment, as settings of each. */
export function newRegionKeys() {
  const both = () => ({ signing: pair('ed25519'), sealing: pair('x25519') });
  const [us, eu] = [both(), both()];
  const lookUp = randomBytes(32).toString('base64');
  const settings = (own, other) => ({
    REGION_PRIVATE_KEY: own.signing.secret,
    OTHER_REGION_PUBLIC_KEYS: other.signing.open,
    REGION_SEAL_KEYS: own.sealing.secret,
    OTHER_REGION_SEAL_KEY: other.sealing.open,
    REGION_LOOKUP_KEY: lookUp,
  });
  return { us: settings(us, eu), eu: settings(eu, us) };
}

/**
 * The keys in a file that only its owner can read; creates them if they are missing, even if two processes start at the
 * same time.
 */
export function keptRegionKeys(file) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(newRegionKeys(), null, 2), { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  try {
    const { us, eu } = JSON.parse(readFileSync(file, 'utf8'));
    if ([us, eu].every((keys) => keys.REGION_PRIVATE_KEY && keys.REGION_SEAL_KEYS)) return { us, eu };
  } catch {
    // The parser's message may contain parts of a key.
  }
  throw new Stop(`The keys in ${file} cannot be read. Delete the file to have new ones made.`);
}
