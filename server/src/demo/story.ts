import type { StatusAction } from '@cusp/contract/cases';

interface StoryRestoration {
  type: string;
  teeth: number[];
  arch?: 'upper' | 'lower';
  material: string;
  shade: string;
  stumpShade?: string;
}

interface StoryCase {
  restorations: StoryRestoration[];
  note: string;
  /** Comments in turn, beginning with the recipient's side. */
  talk: string[];
}

/** Orders of the dentists, used in rotation with different patients. */
export const STORIES: readonly StoryCase[] = [
  {
    restorations: [{ type: 'crown', teeth: [16], material: 'zirconia', shade: 'A3', stumpShade: 'ND3' }],
    note: 'Contact to 15 a little tighter, please. Occlusion light.',
    talk: [
      'Margin distal of 16 is not clear to us. Is it supragingival there?',
      'Yes, about 0.3 mm above the gum. You can follow the line in the scan.',
      'Thank you, design starts today.',
    ],
  },
  {
    restorations: [
      { type: 'bridge_abutment', teeth: [24, 26], material: 'zirconia', shade: 'A2' },
      { type: 'pontic', teeth: [25], material: 'zirconia', shade: 'A2' },
    ],
    note: 'Three-unit bridge 24–26, pontic with ridge lap.',
    talk: [
      'Connector height 24/25 is 2.6 mm. Is that enough for you?',
      'Please go to 3.2 mm if the bite allows it.',
    ],
  },
  {
    restorations: [
      {
        type: 'veneer',
        teeth: [13, 12, 11, 21, 22, 23],
        material: 'lithium_disilicate',
        shade: 'B1',
        stumpShade: 'ND2',
      },
    ],
    note: 'Patient wishes a lighter shade. Photos with shade tab are attached.',
    talk: [
      'Wax-up first, or straight to the veneers?',
      'Wax-up first. The patient wants to see it.',
      'Wax-up is uploaded.',
    ],
  },
  {
    restorations: [{ type: 'screw_retained', teeth: [36], material: 'zirconia', shade: 'A3.5' }],
    note: 'Screw-retained, platform 4.1. Scan body is in the lower scan.',
    talk: ['Which angulation may the screw channel have?'],
  },
  {
    restorations: [
      { type: 'inlay', teeth: [46], material: 'lithium_disilicate', shade: 'A2', stumpShade: 'ND1' },
    ],
    note: '',
    talk: [],
  },
  {
    restorations: [{ type: 'splint', teeth: [], arch: 'upper', material: 'pmma', shade: '' }],
    note: 'Michigan splint, canine guidance on both sides.',
    talk: ['Thickness in the molar area 2 mm?', 'Yes, 2 mm is fine.'],
  },
  {
    restorations: [{ type: 'crown', teeth: [47], material: 'full_cast_metal', shade: '' }],
    note: 'Full cast, high-gold alloy. Patient has little space.',
    talk: [],
  },
  {
    restorations: [
      { type: 'crown', teeth: [11], material: 'lithium_disilicate', shade: '2M2', stumpShade: 'ND4' },
      { type: 'crown', teeth: [21], material: 'lithium_disilicate', shade: '2M2', stumpShade: 'ND4' },
    ],
    note: 'Dark stump on 21. Mask it, please, but keep the incisal edge translucent.',
    talk: [
      'We would add an opaque liner on 21.',
      'Good idea.',
      'Ready for your approval.',
      'Looks great, go ahead.',
    ],
  },
];

export const PATIENTS: readonly {
  first: string;
  last: string;
  sex: 'M' | 'F' | 'O' | null;
  birth: string | null;
}[] = [
  { first: 'Greta', last: 'Lindqvist', sex: 'F', birth: '1961-04-12' },
  { first: 'Łukasz', last: 'Żółkiewski', sex: 'M', birth: '1985-11-02' },
  { first: '서연', last: '박', sex: 'F', birth: '1994-07-23' },
  { first: 'John', last: 'O’Connor', sex: 'M', birth: '1972-01-30' },
  { first: 'María José', last: 'Núñez de la Vega', sex: 'F', birth: '1958-09-17' },
  { first: 'Jean-François', last: 'Lefèvre', sex: 'M', birth: '1979-03-05' },
  { first: 'Hannah', last: 'Schäfer', sex: 'F', birth: '2001-12-24' },
  { first: 'Giulia', last: 'D’Angelo', sex: 'F', birth: '1989-06-08' },
  { first: 'Tomás', last: 'Conceição', sex: 'M', birth: null },
  { first: 'Alex', last: 'Morgan', sex: 'O', birth: '1990-02-14' },
  { first: 'Wilhelmina', last: 'von Hohenlohe-Waldenburg-Schillingsfürst', sex: 'F', birth: '1949-10-31' },
  { first: '민수', last: '이', sex: 'M', birth: '1967-05-19' },
  { first: 'Fatima', last: 'Al-Sayed', sex: 'F', birth: '1983-08-11' },
  { first: 'Noah', last: 'Becker', sex: 'M', birth: '2016-03-27' },
  { first: 'Sam', last: 'Li', sex: null, birth: null },
];

/** The status actions taken on a case, each by the author or the recipient. */
export const PATHS: readonly { by: 'author' | 'recipient'; action: StatusAction }[][] = [
  [],
  [{ by: 'recipient', action: 'PROC' }],
  [
    { by: 'recipient', action: 'PROC' },
    { by: 'recipient', action: 'COMP' },
  ],
  [
    { by: 'recipient', action: 'PROC' },
    { by: 'recipient', action: 'COMP' },
    { by: 'author', action: 'CLSD' },
  ],
  [
    { by: 'recipient', action: 'PROC' },
    { by: 'recipient', action: 'COMP' },
    { by: 'author', action: 'REOP' },
  ],
];
