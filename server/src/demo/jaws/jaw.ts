import type { Mesh } from '@cusp/mesh/mesh';
import { type Arch, type JawName, layOut, type PlacedTooth } from './arch.ts';
import { crownSurface, stumpSurface, type ToothSurface } from './crown.ts';
import { gingivaSurface } from './gingiva.ts';
import { MeshBuilder, type Point, type Spot } from './mesh-builder.ts';
import { randomFrom } from './random.ts';

interface JawOptions {
  jaw: JawName;
  /** The same seed gives the same patient: use one for both jaws. */
  seed: number;
  /** Triangles wanted; at least 4,000. The result is within a tenth of it. */
  triangles: number;
  /** Teeth in the arch, 14 or 16. */
  teeth?: 14 | 16;
  /** FDI numbers of teeth prepared for a crown; each gets a margin line. Those not in the arch are ignored. */
  prepared?: readonly number[];
  /** FDI numbers of teeth that are not there. */
  missing?: readonly number[];
}

export interface Jaw {
  /** Millimetres in the frame both jaws share: patient's left +x, back +y, up +z, biting plane at z = 0. */
  mesh: Mesh & { indices: Uint32Array; colors: Uint8Array };
  /** Closed margin lines, x y z for each point, by FDI number. */
  margins: Map<number, Float32Array>;
}

const marginPoints = 120;
const teethShare = 0.66;

/** Models one jaw of an invented patient as an intra-oral scan would show it. */
export function generateJaw(options: JawOptions): Jaw {
  const { jaw, seed, triangles } = options;
  const random = randomFrom(seed * 2 + (jaw === 'upper' ? 1 : 0));
  const arch = layOut(jaw, random, options.teeth ?? 14, new Set(options.missing));
  const flip = (spot: Spot): Spot => (jaw === 'upper' ? { ...spot, at: flipped(spot.at) } : spot);
  const flipped = ([x, y, z]: Point): Point => [x, y, jaw === 'upper' ? -z : z];
  const builder = new MeshBuilder();
  const margins = new Map<number, Float32Array>();
  const total = arch.teeth.reduce((sum, tooth) => sum + areaOf(tooth), 0);
  for (const tooth of arch.teeth) {
    const isPrepared = options.prepared?.includes(tooth.fdi) ?? false;
    const spot = arch.at(tooth.along);
    const surface = isPrepared ? stumpSurface(tooth, spot, seed) : crownSurface(tooth, spot, seed);
    const [rows, columns] = gridFor(tooth, (triangles * teethShare * areaOf(tooth)) / total);
    const angleOf = (column: number) => (column / columns) * Math.PI * 2;
    const at = (row: number, column: number) => flip(surface.spot(row / rows, angleOf(column)));
    builder.patch(rows, columns, at, true, flip(surface.tip));
    if (surface.margin) margins.set(tooth.fdi, marginLine(surface.margin, flipped));
  }
  addGingiva(builder, jaw, arch, seed, triangles - builder.triangles, flip);
  // The frame of arch and cheek is left-handed, and so is the mirrored upper jaw's the other way round.
  return { mesh: builder.finish(jaw === 'lower'), margins };
}

function areaOf({ shape }: PlacedTooth): number {
  return (shape.mesiodistal + shape.buccolingual) * (shape.height + 2 + shape.buccolingual / 3);
}

/** Rows and columns of about square cells that make this many triangles. */
function gridFor({ shape }: PlacedTooth, triangles: number): [rows: number, columns: number] {
  const around = 2.8 * ((shape.mesiodistal + shape.buccolingual) / 2);
  const up = shape.height * 1.3 + shape.buccolingual * 0.4;
  const rows = Math.max(6, Math.round(Math.sqrt((triangles * up) / (2 * around))));
  return [rows, Math.max(10, Math.round(triangles / (2 * rows - 1)))];
}

function addGingiva(
  builder: MeshBuilder,
  jaw: JawName,
  arch: Arch,
  seed: number,
  triangles: number,
  flip: (spot: Spot) => Spot,
): void {
  const surface = gingivaSurface(jaw, arch, seed);
  const length = arch.reach * 2 + 9;
  const columns = Math.max(9, Math.round(Math.sqrt((triangles * 24) / (2 * length))));
  const rows = Math.max(20, Math.round(triangles / (2 * (columns - 1))) + 1);
  builder.patch(
    rows,
    columns,
    (row, column) => flip(surface((row / (rows - 1) - 0.5) * length, 1 - (2 * column) / (columns - 1))),
    false,
  );
}

function marginLine(
  margin: NonNullable<ToothSurface['margin']>,
  flipped: (at: Point) => Point,
): Float32Array {
  const points = Array.from({ length: marginPoints }, (_, i) =>
    flipped(margin((i / marginPoints) * Math.PI * 2)),
  );
  return Float32Array.from(points.flat());
}
