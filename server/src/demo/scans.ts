import { generateJaw } from '@cusp/fixtures/jaw';
import { renderPreview } from '@cusp/fixtures/render-preview';
import { writePly, writeStl, writeXyz } from '@cusp/fixtures/write-mesh';

export interface DemoFile {
  filename: string;
  bytes: Buffer;
}

/** Detailed enough for a realistic jaw, small enough for a fast first start. */
const TRIANGLES = 16_000;
/** Number of different jaws; the cases share them. */
const MODELS = 8;

const made = new Map<string, DemoFile[]>();

/** Upper and lower scan, margin lines of the prepared teeth and the preview picture. */
export function scansFor(index: number, prepared: readonly number[]): DemoFile[] {
  const seed = (index % MODELS) + 1;
  const teeth = prepared.filter((fdi) => fdi < 50);
  const key = `${seed} ${teeth.join(' ')}`;
  const known = made.get(key);
  if (known) return known;
  const upper = generateJaw({ jaw: 'upper', seed, triangles: TRIANGLES, prepared: teeth });
  const lower = generateJaw({ jaw: 'lower', seed, triangles: TRIANGLES, prepared: teeth });
  // As with real scanners, some files are plain STL and some are coloured PLY.
  const isColoured = seed % 2 === 0;
  const write = isColoured ? writePly : writeStl;
  const extension = isColoured ? 'ply' : 'stl';
  const files: DemoFile[] = [
    { filename: `scan-upperjaw.${extension}`, bytes: write(upper.mesh) },
    { filename: `scan-lowerjaw.${extension}`, bytes: write(lower.mesh) },
    ...[...upper.margins, ...lower.margins].map(([fdi, points]) => ({
      filename: `scan-${fdi}-Margin.xyz`,
      bytes: Buffer.from(writeXyz(points)),
    })),
    { filename: 'Preview3D.png', bytes: renderPreview([upper.mesh, lower.mesh]) },
  ];
  made.set(key, files);
  return files;
}
