import type { Vector3 } from 'three';
import { centreOf, isInsideOut } from './inside-out.ts';
import type { LongTask } from './long-task.ts';
import type { ScanId } from './places.ts';
import { SignedDistance } from './signed-distance.ts';
import type { Surface } from './surface.ts';

export interface DistancesAsk {
  scan: ScanId;
  /** The scans to compare with; the nearest counts. */
  to: readonly ScanId[];
  /** Maximum distance in millimetres. */
  reach: number;
  /** The scans are in occlusion, so that an open inside-out one can be detected. */
  isBite: boolean;
}

export interface Distances {
  /** Distance per vertex of the scan in millimetres; negative inside the others, NaN if nothing is opposite. */
  values: Float32Array;
}

/** Vertices between two yields to the event loop. */
const atOnce = 256;

/** The distance of each vertex of a scan to other scans. */
export async function distances(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { scan, to, reach, isBite }: DistancesAsk,
  task: LongTask,
): Promise<Distances> {
  const from = surfaces.get(scan);
  if (!from) throw new Error(`no scan ${scan}`);
  const others = to.flatMap((id) => {
    const other = surfaces.get(id);
    const towards: Vector3 | undefined =
      other && isBite ? centreOf(from).sub(centreOf(other)).normalize() : undefined;
    return other ? [new SignedDistance(other, isInsideOut(other, towards))] : [];
  });
  const positions = from.geometry.getAttribute('position').array as Float32Array;
  const values = new Float32Array(positions.length / 3);
  for (let v = 0; v < values.length; v++) {
    if (v % atOnce === 0) {
      task.progress(v / values.length);
      await task.yieldToEventLoop();
    }
    const i = v * 3;
    values[v] = nearestOf(others, positions[i], positions[i + 1], positions[i + 2], reach);
  }
  return { values };
}

function nearestOf(others: SignedDistance[], x: number, y: number, z: number, reach: number): number {
  let nearest = Number.NaN;
  for (const other of others) {
    const distance = other.at(x, y, z, reach);
    if (!(Math.abs(distance) >= Math.abs(nearest))) nearest = Number.isNaN(distance) ? nearest : distance;
  }
  return nearest;
}
