/** Suggestions for shade fields; any other text is allowed, because scanners write shades in many ways. */

/** VITA classical A1–D4, the 16 tabs in the order of the guide. */
export const VITA_CLASSICAL: readonly string[] = [
  'A1',
  'A2',
  'A3',
  'A3.5',
  'A4',
  'B1',
  'B2',
  'B3',
  'B4',
  'C1',
  'C2',
  'C3',
  'C4',
  'D2',
  'D3',
  'D4',
];

/** VITA 3D-Master, the 26 natural tabs: value 1–5, hue L, M or R, chroma. */
export const VITA_3D_MASTER: readonly string[] = [
  '1M1',
  '1M2',
  ...['2', '3', '4'].flatMap((value) =>
    ['L1.5', 'L2.5', 'M1', 'M2', 'M3', 'R1.5', 'R2.5'].map((tab) => value + tab),
  ),
  '5M1',
  '5M2',
  '5M3',
];

/** Colours of prepared teeth, ND1 (light) to ND9 (dark). */
export const STUMP_SHADES: readonly string[] = Array.from({ length: 9 }, (_, tab) => `ND${tab + 1}`);

/** Bleached teeth, lighter than A1: VITA 0M1–0M3, Ivoclar BL1–BL4. */
const BLEACHED: readonly string[] = ['0M1', '0M2', '0M3', 'BL1', 'BL2', 'BL3', 'BL4'];

/** Ivoclar Chromascop: five groups of four. */
const CHROMASCOP: readonly string[] = ['1', '2', '3', '4', '5'].flatMap((group) =>
  ['10', '20', '30', '40'].map((step) => group + step),
);

const KNOWN = new Set([...VITA_CLASSICAL, ...VITA_3D_MASTER, ...BLEACHED, ...CHROMASCOP]);
const KNOWN_STUMPS = new Set([...KNOWN, ...STUMP_SHADES]);

/** 3D-Master shades between two tabs, as in VITA's notation for mixed shades: 2.5M2, 3M1.5. */
const BETWEEN_TABS = /^[1-5](\.5)?M(1|1\.5|2|2\.5|3)$/;

/** Names of shade guides that people write before a shade. */
const GUIDES = /\b(VITA(PAN)?|CLASSICAL|3D[- ]?MASTER|IVOCLAR|CHROMASCOP)\b/g;

/** Normalised spelling of a shade: `A3,5`, `vita a3.5` and `A3.5` are equal. */
export const spellingOf = (text: string): string => shadesIn(text).join('/');

/** The single shades in a text: `A3,5` is one, `A1/A2` are two, each of which must be known. */
function shadesIn(text: string): string[] {
  const plain = text
    .toUpperCase()
    .replace(GUIDES, ' ')
    .replace(/(\d),(5)(?!\d)/g, '$1.$2')
    .replace(/\bO(?=M[123]\b)/g, '0');
  return plain.split(/[\s/,;+–-]+/).filter(Boolean);
}

const areIn = (known: ReadonlySet<string>, text: string): boolean => {
  const shades = shadesIn(text);
  return shades.length > 0 && shades.every((shade) => known.has(shade) || BETWEEN_TABS.test(shade));
};

/** Whether a text consists of tabs of the usual shade guides; anything else may be a typo. */
export const isUsualShade = (text: string): boolean => areIn(KNOWN, text);

/** The same for prepared teeth, for which tabs of either kind of guide are used. */
export const isUsualStumpShade = (text: string): boolean => areIn(KNOWN_STUMPS, text);
