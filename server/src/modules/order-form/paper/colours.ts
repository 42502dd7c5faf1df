import type { GroupColour } from '@cusp/dental/odontogram/restoration-look';

/** The edge of a restored tooth: the seventh step of the screen's palette. */
export const EDGES: Readonly<Record<GroupColour, string>> = {
  blue: '#1c7ed6',
  teal: '#0ca678',
  grape: '#ae3ec9',
  pink: '#d6336c',
  cyan: '#1098ad',
  indigo: '#4263eb',
  red: '#f03e3e',
  violet: '#7048e8',
};

/** The mark of a restoration, with white figures on it: the ninth step. */
export const STRONG: Readonly<Record<GroupColour, string>> = {
  blue: '#1864ab',
  teal: '#087f5b',
  grape: '#862e9c',
  pink: '#a61e4d',
  cyan: '#0b7285',
  indigo: '#364fc7',
  red: '#c92a2a',
  violet: '#5f3dc4',
};

/** Mixes two colours in the given proportion, `#rrggbb`. */
export function mix(color: string, ground: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [color, ground].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
