import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, command, Stop } from './lib/project.mjs';

// Prints lines for .env that name the base images of compose.yaml by digest, so that a deployment gets the same bytes
// until somebody runs this again:  node scripts/pin-images.mjs >> .env The digests are asked from the registries by
// Docker; --check only says whether .env pins each image.
const IMAGES = [...readFileSync(at('compose.yaml'), 'utf8').matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(
  ([, name, tag]) => ({ name, tag }),
);

function digestOf(tag) {
  const run = spawnSync(
    'docker',
    ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}'],
    {
      encoding: 'utf8',
    },
  );
  if (run.error) throw new Stop('This needs Docker with buildx, and a connection to the registry.');
  const digest = run.stdout.trim();
  if (run.status !== 0 || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Stop(`The registry gave no digest of ${tag}: ${run.stderr.trim()}`);
  return digest;
}

await command(() => {
  if (process.argv.includes('--check')) {
    const env = process.env;
    const loose = IMAGES.filter(({ name }) => !/@sha256:[0-9a-f]{64}$/.test(env[name] ?? ''));
    for (const { name, tag } of loose) console.error(`${name} is ${env[name] ?? tag}, which is no digest`);
    return loose.length ? 1 : 0;
  }
  for (const { name, tag } of IMAGES) console.info(`${name}=${tag}@${digestOf(tag)}`);
  return 0;
});
