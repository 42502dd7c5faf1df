import { corners } from './corners.ts';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { patches } from './patches.ts';
import { pick } from './pick.ts';
import type { ScanId } from './places.ts';
import type { Question, Questions, Turn } from './questions.ts';
import type { Surface } from './surface.ts';
import { undercut } from './undercut.ts';

type Answer<Q extends Question> = (
  surfaces: ReadonlyMap<ScanId, Surface>,
  ask: Questions[Q]['ask'],
  turn: Turn,
) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;

/** Who answers which question. */
export const answers: { [Q in Question]: Answer<Q> } = {
  pick,
  distances,
  patches,
  deviation,
  undercut,
  corners,
};
