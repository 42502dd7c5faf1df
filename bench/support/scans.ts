import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import { sharedFolder } from '../../server/src/testing/shared-folder.ts';

/** Real scans are in a folder beside the project; without it, generated jaws of the same sizes are used. */
const SCANS = process.env.SCANS ?? fileURLToPath(new URL('scans', sharedFolder));
const REAL = join(SCANS, 'fulljaw26-maxilla-teeth.stl');
const TRIANGLES = 447_456;

interface BenchScan {
  name: string;
  file: string;
  path: string;
  isLarge: boolean;
}

/** A jaw of 22 MB and one of four times the triangles, written into the folder. */
export async function benchScans(folder: string): Promise<BenchScan[]> {
  const scan = (name: string, file: string, isLarge: boolean) => ({
    name,
    file,
    path: join(folder, file),
    isLarge,
  });
  const divide = join(SCANS, 'subdivide.mjs');
  const isReal = existsSync(REAL) && existsSync(divide);
  const kind = isReal ? 'real' : 'generated';
  const jaw = scan(`${kind} jaw of 22 MB`, 'jaw.stl', false);
  const large = scan(`${kind} jaw of 89 MB`, 'large.stl', true);
  if (isReal) {
    await copyFile(REAL, jaw.path);
    const { status } = spawnSync(process.execPath, [divide, jaw.path, large.path, '1']);
    if (status !== 0) throw new Error('the large scan was not made');
  } else {
    for (const [to, triangles] of [
      [jaw, TRIANGLES],
      [large, TRIANGLES * 4],
    ] as const) {
      await writeFile(
        to.path,
        writeStl(generateJaw({ jaw: 'upper', seed: 1, triangles, prepared: [] }).mesh),
      );
    }
  }
  return [jaw, large];
}
