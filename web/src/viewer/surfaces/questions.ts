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

/** What the worker of the surfaces can be asked, and what it answers. */
export interface Questions {
  /** The nearest spot under a ray; null where there is none. */
  pick: { ask: PickAsk; answer: Spot | null };
  /** Whether a surface lies before each of some places. */
  occluded: { ask: OccludedAsk; answer: boolean[] };
  /** The place of a scan that is nearest to a spot; null where there is none within reach. */
  nearest: { ask: NearestAsk; answer: Spot | null };
  /** A spot, moved to a vertex or edge near it. */
  snap: { ask: SnapAsk; answer: Spot };
  /** The shortest way on a surface; null where the pieces do not touch. */
  geodesic: { ask: GeodesicAsk; answer: GeodesicAnswer | null };
  /** What lies opposite a spot. */
  thickness: { ask: ThicknessAsk; answer: ThicknessAnswer | null };
  /** The outlines of scans in a plane. */
  section: { ask: SectionAsk; answer: SectionAnswer };
  /** How far each vertex of a scan is from others. Takes seconds. */
  distances: { ask: DistancesAsk; answer: Distances };
  /** The areas of a scan where what was worked out for its vertices is low. */
  patches: { ask: PatchesAsk; answer: Patches };
  /** What distances say in numbers. */
  deviation: { ask: DeviationAsk; answer: Deviation };
  /** What cannot be reached along a path of insertion. Takes seconds. */
  undercut: { ask: UndercutAsk; answer: Undercut };
  /** The vertices around a point of a scan; null where the scan is gone. */
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
