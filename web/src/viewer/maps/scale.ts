import { Color } from 'three';

/** The colour scale of a map. */
export interface Scale {
  /** Values in millimetres at both ends and in the middle; linear in between. */
  from: number;
  middle: number;
  to: number;
  /** CSS colours at the ends, the middle and halfway, from `from` to `to`. */
  stops: readonly [string, string, string, string, string];
  /** Whether values above `to` keep the scan's colour; else they have the last one. */
  endsPlain: boolean;
  /** The colour of missing values; without it the scan keeps its colour there. */
  nothing?: string;
}

type Stops = Scale['stops'];
/** Dark to light, readable without telling red from green: deep, touching, apart. */
const inferno: Stops = ['#1f0c48', '#751d7c', '#d8374d', '#fb9a3f', '#f7f3a8'];
/** Blue to orange with a light middle, distinguishable with the common colour vision deficiencies. */
const diverging: Stops = ['#1d3f94', '#6d9fd6', '#f4f2ec', '#eb9a4e', '#8a3606'];
/** Light to dark. */
const viridis: Stops = ['#e7e419', '#6ccd5a', '#26838f', '#3f4788', '#440154'];

/** From penetration to gap; wider gaps stay plain, deeper penetration has the deepest colour. */
export const contactScale = (from: number, to: number): Scale => ({
  from,
  middle: 0,
  to,
  stops: inferno,
  endsPlain: true,
});

export const deviationScale = (range: number): Scale => ({
  from: -range,
  middle: 0,
  to: range,
  stops: diverging,
  endsPlain: false,
  // A plain scan is nearly as light as the middle colour, which means no difference.
  nothing: '#7b838c',
});

export const undercutScale = (deepest: number): Scale => ({
  from: 0,
  middle: deepest / 2,
  to: deepest,
  stops: viridis,
  endsPlain: false,
});

/** The position of a value on its scale, 0 to 1; undefined if the scan stays plain. */
export function positionOn({ from, middle, to, endsPlain }: Scale, value: number): number | undefined {
  if (Number.isNaN(value) || (endsPlain && value > to)) return undefined;
  const position =
    value < middle
      ? (0.5 * (value - from)) / (middle - from)
      : 0.5 + (0.5 * (value - middle)) / (to - middle);
  return Math.min(1, Math.max(0, position));
}

/** The five values written on the legend. */
export function ticksOf({ from, middle, to }: Scale): number[] {
  return [from, (from + middle) / 2, middle, (middle + to) / 2, to];
}

const shades = 256;

/** A colour per vertex as the GPU takes it: linear RGB as fractions of 65,535. */
export function coloursFor(values: Float32Array, scale: Scale, plain: string): Uint16Array {
  const table = tableOf(scale.stops);
  const rest = linear(new Color(scale.nothing ?? plain));
  const out = new Uint16Array(values.length * 3);
  for (let v = 0; v < values.length; v++) {
    const position = positionOn(scale, values[v] as number);
    const at = position === undefined ? undefined : Math.round(position * (shades - 1)) * 3;
    for (let k = 0; k < 3; k++) out[v * 3 + k] = (at === undefined ? rest[k] : table[at + k]) as number;
  }
  return out;
}

function tableOf(stops: Stops): Uint16Array {
  const table = new Uint16Array(shades * 3);
  const between = new Color();
  for (let i = 0; i < shades; i++) {
    const place = (i / (shades - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(place));
    between.copy(onScreen(stops[low])).lerp(onScreen(stops[low + 1]), place - low);
    table.set(linear(between.convertSRGBToLinear()), i * 3);
  }
  return table;
}

/** Interpolated in sRGB like the CSS gradient of the legend. */
const onScreen = (stop: string | undefined) => new Color(stop).convertLinearToSRGB();

const linear = ({ r, g, b }: Color) => [r, g, b].map((share) => Math.round(share * 65_535));
