/** How a restored tooth is drawn: a pontic replaces a missing tooth, an implant carries a crown. */
export type RestorationLook = 'solid' | 'pontic' | 'implant';

const LOOKS: Readonly<Record<string, RestorationLook>> = {
  pontic: 'pontic',
  implant_abutment: 'implant',
  implant_crown: 'implant',
  screw_retained: 'implant',
};

/** The look of a restoration type; unknown types are drawn solid. */
export const lookOf = (type: string): RestorationLook => LOOKS[type] ?? 'solid';

/** Distinguishable colours whose darkest shade has a contrast of at least 4.5:1 with white text. */
const GROUP_COLOURS = ['blue', 'teal', 'grape', 'pink', 'cyan', 'indigo', 'red', 'violet'] as const;
export type GroupColour = (typeof GROUP_COLOURS)[number];

/** Types with a separate colour; all others share that of `other`. */
const TYPES_BY_COLOUR: Readonly<Record<GroupColour, readonly string[]>> = {
  blue: ['crown', 'coping', 'telescopic_crown', 'post_and_core'],
  teal: ['inlay', 'onlay', 'overlay'],
  pink: ['veneer'],
  violet: ['bridge_abutment', 'pontic', 'inlay_retainer', 'adhesive_wing'],
  cyan: ['implant_abutment', 'implant_crown', 'screw_retained'],
  red: ['complete_denture', 'partial_denture'],
  indigo: [
    'splint',
    'sports_guard',
    'surgical_guide',
    'custom_tray',
    'bleaching_tray',
    'retainer',
    'aligner',
    'space_maintainer',
    'aligner_model',
    'working_model',
    'study_model',
  ],
  grape: ['provisional', 'wax_up', 'other'],
};

const COLOURS = new Map(
  GROUP_COLOURS.flatMap((colour) => TYPES_BY_COLOUR[colour].map((type) => [type, colour] as const)),
);

/** The colour of a restoration type, the same in every list and chart. */
export const typeColour = (type: string): GroupColour => COLOURS.get(type) ?? 'grape';
