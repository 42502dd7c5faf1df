import { along } from './along.ts';
import { corners } from './corners.ts';
import { covered } from './covered.ts';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { nearest } from './nearest.ts';
import { patches } from './patches.ts';
import { pick } from './pick.ts';
import type { ScanId } from './places.ts';
import type { Question, Questions } from './questions.ts';
import { section } from './section.ts';
import { snap } from './snap.ts';
import type { Surface } from './surface.ts';
import { thickness } from './thickness.ts';
import type { Turn } from './turn.ts';
import { undercut } from './undercut.ts';

type Answer<Q extends Question> = (
  surfaces: ReadonlyMap<ScanId, Surface>,
  ask: Questions[Q]['ask'],
  turn: Turn,
) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;

/** Who answers which question. */
export const answers: { [Q in Question]: Answer<Q> } = {
  pick,
  covered,
  nearest,
  snap,
  along,
  thickness,
  section,
  distances,
  patches,
  deviation,
  undercut,
  corners,
};
