import type { Corners, CornersAsk } from './corners.ts';
import type { Deviation, DeviationAsk } from './deviation.ts';
import type { Distances, DistancesAsk } from './distances.ts';
import type { GeodesicAnswer, GeodesicAsk } from './geodesic.ts';
import type { NearestAsk } from './nearest.ts';
import type { OccludedAsk } from './occluded.ts';
import type { Patches, PatchesAsk } from './patches.ts';
import type { PickAsk } from './pick.ts';
import type { ScanId, Spot } from './places.ts';
import type { SectionAnswer, SectionAsk } from './section.ts';
import type { SnapAsk } from './snap.ts';
import type { ThicknessAnswer, ThicknessAsk } from './thickness.ts';
import type { Undercut, UndercutAsk } from './undercut.ts';

/** The queries of the surfaces worker, with their answers. */
export interface Questions {
  /** The nearest spot on a ray; null if there is none. */
  pick: { ask: PickAsk; answer: Spot | null };
  /** Whether a surface hides each of some places. */
  occluded: { ask: OccludedAsk; answer: boolean[] };
  /** The point of a scan nearest to a spot; null if there is none within reach. */
  nearest: { ask: NearestAsk; answer: Spot | null };
  /** A spot, snapped to a vertex or edge near it. */
  snap: { ask: SnapAsk; answer: Spot };
  /** The shortest path on a surface; null between disconnected pieces. */
  geodesic: { ask: GeodesicAsk; answer: GeodesicAnswer | null };
  /** The surface opposite a spot. */
  thickness: { ask: ThicknessAsk; answer: ThicknessAnswer | null };
  /** The outlines of scans in a plane. */
  section: { ask: SectionAsk; answer: SectionAnswer };
  /** The distance of each vertex of a scan to others. Takes seconds. */
  distances: { ask: DistancesAsk; answer: Distances };
  /** The areas of a scan with low values. */
  patches: { ask: PatchesAsk; answer: Patches };
  /** The statistics of distances. */
  deviation: { ask: DeviationAsk; answer: Deviation };
  /** The undercuts along a path of insertion. Takes seconds. */
  undercut: { ask: UndercutAsk; answer: Undercut };
  /** The vertices around a point of a scan; null for a removed scan. */
  corners: { ask: CornersAsk; answer: Corners | null };
}

export type Question = keyof Questions;

export type SurfaceRequest =
  | { keep: ScanId; positions: Float32Array; indices: Uint32Array }
  | { drop: ScanId }
  | { ticket: number; question: Question; ask: Questions[Question]['ask'] }
  | { cancel: number };

export type SurfaceReply =
  | { ticket: number; progress: number }
  | { ticket: number; answer: Questions[Question]['answer'] }
  | { ticket: number; failure: string };
