import type { LayerId } from '../plan-scene.ts';
import type { ScanId } from '../surfaces/places.ts';
import type { Opposite, ThicknessAnswer } from '../surfaces/thickness.ts';
import { middleOf, placeOf } from './distance.ts';
import type { MeasureKind } from './measure-kind.ts';
import { shownScans } from './tool.ts';

/** The surface opposite a point, with the scans involved. */
export interface Thickness extends ThicknessAnswer {
  /** The clicked scan, and its layer. */
  scan: ScanId;
  layer: LayerId;
  layerOf: ReadonlyMap<ScanId, LayerId>;
}

/** From one point straight through its own scan and straight to the other visible ones. */
export const thickness: MeasureKind<Thickness | null> = {
  points: 1,
  kept: 20,
  seesOthers: true,
  async work([spot], { context, signal }) {
    if (!spot) return null;
    const scans = context.scans();
    const found = await context.surfaces.ask('thickness', { spot, scans: shownScans(scans) }, { signal });
    const layerOf = new Map(scans.map(({ id, layer }) => [id, layer]));
    return found && { ...found, scan: spot.scan, layer: layerOf.get(spot.scan) ?? 'other', layerOf };
  },
  draw(found, [spot], context) {
    const from = placeOf(spot).toArray();
    const ways = [found?.own, found?.others[0]].filter((way): way is Opposite => Boolean(way));
    return {
      lines: ways.map(({ point }) => [from, point]),
      labels: ways.map(({ point, distance }) => ({
        at: middleOf(from, point),
        text: () => context.formatLength(distance),
      })),
    };
  },
};
