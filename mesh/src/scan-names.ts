import type { ScanRole } from './scan-roles.ts';

/** The words of a file name, in lower case. */
export interface NameWords {
  /** Parts between `-`, `_`, blank and dot. */
  parts: readonly string[];
  /** The parts, their pieces split at capitals, and each two neighbours joined: `scan-body` matches `scanbody`. */
  all: ReadonlySet<string>;
  last: string;
}

export interface NameRule<Answer> {
  answer: Answer;
  words: readonly string[];
  /** Excludes names for which the words alone would be wrong. */
  unless?: (words: NameWords) => boolean;
}

/** iTero names its jaws `…_shell_occlusion_u` and `…_l`: the ending takes precedence over `occlusion`. */
const namesAJaw = ({ last }: NameWords) => last === 'u' || last === 'l';

const UPPER = ['upperjaw', 'upper', 'upperarch', 'maxilla', 'maxillary', 'oberkiefer'] as const;
const LOWER = ['lowerjaw', 'lower', 'lowerarch', 'mandible', 'mandibular', 'unterkiefer'] as const;

/** First match wins. Names as Medit, Shining 3D, exocad, 3Shape and iTero write them, and common variants. */
export const roleRules: readonly NameRule<ScanRole>[] = [
  { answer: 'margin', words: ['margin', 'marginline'] },
  { answer: 'copyline', words: ['copyline'] },
  // exocad's designs are `…-waxup_…_cad`: a wax-up alone is a shape to be copied or approved.
  { answer: 'design', words: ['cad', 'design', 'model'] },
  { answer: 'waxup', words: ['waxup'] },
  { answer: 'scanbody', words: ['marker', 'markers', 'scanbody', 'scanbodies', 'scanmarker'] },
  {
    answer: 'preop',
    words: ['situ', 'preop', 'preoperative', 'preopscan', 'prepreparation', 'prepreparationscan'],
  },
  { answer: 'gingiva', words: ['gingiva', 'gingivascan', 'gingivamask'] },
  {
    answer: 'bite',
    words: ['totaljaw0', 'totaljaw1', 'bite', 'bitescan', 'occlusion'],
    unless: namesAJaw,
  },
  { answer: 'antagonist', words: ['antagonist', 'antagonistscan', 'opposing'] },
  { answer: 'jaw', words: ['preparation', 'preparationscan', 'upperjawscan', 'lowerjawscan'] },
  { answer: 'jaw', words: [...UPPER, ...LOWER] },
];

export const jawRules: readonly NameRule<'upper' | 'lower'>[] = [
  { answer: 'upper', words: [...UPPER, 'upperjawscan'] },
  { answer: 'lower', words: [...LOWER, 'lowerjawscan'] },
];

/** A number counts as a tooth only directly before one of these words; elsewhere it may be a date. */
export const toothBefore: ReadonlySet<string> = new Set(['margin', 'marginline', 'copyline', 'waxup', 'cad']);
