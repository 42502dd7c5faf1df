import type { ScanId } from './places.ts';
import type { Surface } from './surface.ts';
import { areaOf, topologyOf } from './topology.ts';

export interface DeviationAsk {
  scan: ScanId;
  /** Signed distance to the other scan per vertex, NaN if nothing is opposite. */
  values: Float32Array;
}

/** Weighted by area, in millimetres. All NaN if nothing could be compared. */
export interface Deviation {
  /** Mean of the signed distances. */
  mean: number;
  /** Mean of the absolute distances. */
  meanAbsolute: number;
  /** Maximum distance outside and inside of the other scan, at least 0. */
  furthestOut: number;
  furthestIn: number;
  /** Shares of the compared area within ±0.05 and ±0.1 mm. */
  within05: number;
  within10: number;
  /** Share of the scan with the other one opposite. */
  compared: number;
}

/** The statistics of a distance map. Each vertex is weighted by a third of the area of its faces. */
export function deviation(surfaces: ReadonlyMap<ScanId, Surface>, { scan, values }: DeviationAsk): Deviation {
  const surface = surfaces.get(scan);
  if (!surface) throw new Error(`no scan ${scan}`);
  const topology = topologyOf(surface);
  const { indices } = topology;
  let [whole, area, sum, absolute, tight, wide] = [0, 0, 0, 0, 0, 0];
  let [out, inwards] = [0, 0];
  for (let i = 0; i < indices.length; i++) {
    const share = areaOf(topology, Math.floor(i / 3)) / 3;
    whole += share;
    const value = values[indices[i]];
    if (Number.isNaN(value)) continue;
    const size = Math.abs(value);
    area += share;
    sum += value * share;
    absolute += size * share;
    if (size <= 0.05) tight += share;
    if (size <= 0.1) wide += share;
    out = Math.max(out, value);
    inwards = Math.min(inwards, value);
  }
  return {
    mean: sum / area,
    meanAbsolute: absolute / area,
    furthestOut: area > 0 ? out : Number.NaN,
    furthestIn: area > 0 ? inwards : Number.NaN,
    within05: tight / area,
    within10: wide / area,
    compared: area / whole,
  };
}
