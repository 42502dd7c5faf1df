import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { at, command, machinePath, Stop } from './lib/project.mjs';

// Software bill of materials of what runs in production, in CycloneDX. Written from the lock, so it needs no network
// and is the same on every machine except for its serial number and time.
await command(() => {
  const [target = 'sbom.cdx.json'] = process.argv.slice(2);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(
    npm,
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'],
    {
      cwd: at('.'),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      env: { ...process.env, PATH: machinePath() },
    },
  );
  if (run.status !== 0) throw new Stop(run.stderr || 'npm sbom failed; it needs npm 10 or later');
  const bom = JSON.parse(run.stdout);
  writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
  console.info(`${bom.components.length} packages written to ${target}`);
});
