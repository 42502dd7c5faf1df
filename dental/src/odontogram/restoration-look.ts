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

/** The colour of the n-th group, from 0; they repeat. */
export function groupColour(index: number): GroupColour {
  return GROUP_COLOURS[index % GROUP_COLOURS.length] ?? 'blue';
}
