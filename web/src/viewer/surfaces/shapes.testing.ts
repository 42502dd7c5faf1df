import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  IcosahedronGeometry,
  PlaneGeometry,
  type Vector3,
} from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Spot } from './places.ts';
import { type Surface, surfaceOf } from './surface.ts';

/** A shape in the form of a scan: welded, in single precision. */
export function scanOf(id: number, shape: BufferGeometry): Surface {
  shape.deleteAttribute('normal');
  shape.deleteAttribute('uv');
  const welded = mergeVertices(shape, 1e-4);
  const positions = Float32Array.from(welded.getAttribute('position').array);
  return surfaceOf(id, positions, Uint32Array.from(welded.index?.array ?? []));
}

export const ball = (radius: number, detail = 24) => new IcosahedronGeometry(radius, detail);
export const box = (side: number, parts = 8) => new BoxGeometry(side, side, side, parts, parts, parts);
export const tube = (radius: number, height: number) =>
  new CylinderGeometry(radius, radius, height, 96, 24, true);

/** A square in x and y with displaced inner vertices, so that no edges lie along the path. */
export function sheet(side: number, parts: number, random: () => number): BufferGeometry {
  const shape = new PlaneGeometry(side, side, parts, parts);
  const position = shape.getAttribute('position');
  const most = (side / parts) * 0.3;
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [position.getX(i), position.getY(i)];
    if (Math.max(Math.abs(x), Math.abs(y)) > side / 2 - 1e-6) continue;
    position.setXY(i, x + most * (random() - 0.5), y + most * (random() - 0.5));
  }
  return shape;
}

export const kept = (...surfaces: Surface[]) => new Map(surfaces.map((each) => [each.id, each]));

/** The spot of a scan that is nearest to a point, seen along `normal`. */
export function spotAt(surface: Surface, point: Vector3, normal: Vector3): Spot {
  const found = surface.bvh.closestPointToPoint(point);
  return { scan: surface.id, point: (found?.point ?? point).toArray(), normal: normal.toArray() };
}

/** A task that runs to its end without yielding. */
export const neverYields = { progress: () => undefined, yieldToEventLoop: () => Promise.resolve() };
