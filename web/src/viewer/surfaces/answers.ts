import { corners } from './corners.ts';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { geodesic } from './geodesic.ts';
import type { LongTask } from './long-task.ts';
import { nearest } from './nearest.ts';
import { occluded } from './occluded.ts';
import { patches } from './patches.ts';
import { pick } from './pick.ts';
import type { ScanId } from './places.ts';
import type { Question, Questions } from './questions.ts';
import { section } from './section.ts';
import { snap } from './snap.ts';
import type { Surface } from './surface.ts';
import { thickness } from './thickness.ts';
import { undercut } from './undercut.ts';

type Answer<Q extends Question> = (
  surfaces: ReadonlyMap<ScanId, Surface>,
  ask: Questions[Q]['ask'],
  task: LongTask,
) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;

/** The function that answers each question. */
export const answers: { [Q in Question]: Answer<Q> } = {
  pick,
  occluded,
  nearest,
  snap,
  geodesic,
  thickness,
  section,
  distances,
  patches,
  deviation,
  undercut,
  corners,
};
