import { generateKeyPairSync, randomBytes } from 'node:crypto';

// npm run region-keys: new keys for the requests between a US and an EU deployment, as settings of both.
const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    open: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
};
const us = pair();
const eu = pair();
const lookUp = randomBytes(32).toString('base64');
const settings = (own, other) =>
  [
    `REGION_PRIVATE_KEY=${own.secret}`,
    `OTHER_REGION_PUBLIC_KEYS=${other.open}`,
    `REGION_LOOKUP_KEY=${lookUp}`,
  ].join('\n');

console.info(`# REGION=us\n${settings(us, eu)}\n\n# REGION=eu\n${settings(eu, us)}`);
