import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '@cusp/fixtures/random';
import { type Arch, findArch } from '@cusp/mesh/arch/find-arch';
import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import { sampleOf, surfacePoints } from '@cusp/mesh/arch/surface-points';
import { angleBetween, type Vector } from '@cusp/mesh/arch/vectors';
import type { Mesh } from '@cusp/mesh/mesh';
import { parseMesh } from '@cusp/mesh/parse-mesh';
import { weld } from '@cusp/mesh/weld';
import { sharedFolder } from './shared-folder.ts';

/** A scan with its known bite direction and front, in its own frame. */
export interface KnownScan {
  name: string;
  jaw: 'upper' | 'lower';
  bite: Vector;
  front: Vector;
  mesh: Mesh & { indices: Uint32Array };
}

/** Angle from which an answer is wrong, degrees. */
export const TOLERANCE = 20;

const up = (axis: 0 | 1 | 2, sign = 1): Vector => [0, 1, 2].map((k) => (k === axis ? sign : 0)) as never;

/** Determined by eye from pictures of all six sides: fissures and cusps, palate, labial side of the incisors, roots. */
const seen: Record<string, [bite: Vector, front: Vector]> = {
  'smartee0-upper.obj': [up(1, -1), up(2)],
  'smartee0-lower.obj': [up(1), up(2)],
  'smartee1-upper-ascii.stl': [up(1, -1), up(2)],
  'smartee1-lower.obj': [up(1), up(2)],
  'teeth3ds-CLNVA9MZ-lower.ply': [up(2), up(1, -1)],
  'fulljaw26-maxilla-teeth.stl': [up(2, -1), up(1, -1)],
  'iosseg-001-upper.ply': [up(1), up(0)],
  'iosseg-001-lower.ply': [up(1), up(0)],
  'iosseg-012-upper.ply': [up(1), up(0)],
  'iosseg-012-lower.ply': [up(1), up(0)],
  'iosseg-037-upper.ply': [up(1), up(0)],
  'iosseg-037-lower.ply': [up(1), up(0)],
};

const folder = fileURLToPath(new URL('scans', sharedFolder));

/** The real scans of jaws that exist on this machine. */
export const realScans: readonly { name: string; read(): KnownScan }[] = Object.entries(seen)
  .filter(([name]) => existsSync(join(folder, name)))
  .map(([name, [bite, front]]) => ({
    name,
    read: () => ({
      name,
      bite,
      front,
      jaw: name.includes('lower') ? 'lower' : 'upper',
      mesh: weld(parseMesh(readFileSync(join(folder, name)), name.slice(name.lastIndexOf('.') + 1))),
    }),
  }));

export type Turn = (at: Vector) => Vector;

/** A uniformly distributed rotation (a unit quaternion of four normal numbers). */
export function anyTurn(random: Random): Turn {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const parts = [normal(), normal(), normal(), normal()];
  const length = Math.hypot(...parts);
  const [w, x, y, z] = parts.map((part) => part / length) as [number, number, number, number];
  const rows: Vector[] = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return (at) => rows.map((row) => row[0] * at[0] + row[1] * at[1] + row[2] * at[2]) as unknown as Vector;
}

/** The scan rotated and moved, with the directions that must be found in it. */
export function turned(scan: KnownScan, turn: Turn, moved: Vector = [40, -25, 8]): KnownScan {
  const positions = new Float32Array(scan.mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const from = scan.mesh.positions.subarray(i, i + 3);
    const at = turn([from[0] as number, from[1] as number, from[2] as number]);
    for (let axis = 0; axis < 3; axis++) positions[i + axis] = (at[axis] as number) + (moved[axis] as number);
  }
  return { ...scan, mesh: { ...scan.mesh, positions }, bite: turn(scan.bite), front: turn(scan.front) };
}

/** The part of a scan whose triangles have a wanted centre. */
export function partOf(scan: KnownScan, isWanted: (at: Vector) => boolean): KnownScan {
  const { positions, indices } = scan.mesh;
  const kept: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [...indices.subarray(i, i + 3)];
    const middle = [0, 1, 2].map(
      (axis) => corners.reduce((sum, corner) => sum + (positions[corner * 3 + axis] as number), 0) / 3,
    );
    if (isWanted(middle as unknown as Vector)) kept.push(...corners);
  }
  return { ...scan, mesh: { ...scan.mesh, indices: Uint32Array.from(kept), triangles: kept.length / 3 } };
}

export const lookAt = ({ mesh, jaw }: KnownScan): SidedScan & { arch: Arch | undefined } => {
  const points = surfacePoints(mesh);
  return { jaw, arch: findArch(points), sample: sampleOf(points), isShown: true };
};

export const isRight = (
  found: { bite: Vector; front: Vector },
  { bite, front }: Pick<KnownScan, 'bite' | 'front'>,
): boolean => angleBetween(found.bite, bite) <= TOLERANCE && angleBetween(found.front, front) <= TOLERANCE;
