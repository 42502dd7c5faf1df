import type { Arch, JawName, PlacedTooth } from './arch.ts';
import { blend, type Colour, type Spot } from './mesh-builder.ts';
import { noise1, noise3 } from './random.ts';

const attached: Colour = [222, 146, 140];
const free: Colour = [231, 163, 156];
const mucosa: Colour = [196, 98, 98];

/** The cross-section of the ridge at one place of the arch, in millimetres. */
interface Ridge {
  /** Height of the gum at the teeth, over the plane between the jaws. */
  level: number;
  /** How much higher than that it is here; the papilla between two teeth is. */
  rise: number;
  halfWidth: number;
  /** 1 at the middle of a tooth, 0 between teeth: roots show as soft ribs. */
  rib: number;
}

/**
 * The gum of one jaw as a sheet swept along its arch. `along` runs from the right end to the left;
 * `across` from 1 (edge on the cheek side) over 0 (ridge) to -1 (edge on the tongue side).
 */
export function gingivaSurface(
  jaw: JawName,
  arch: Arch,
  seed: number,
): (along: number, across: number) => Spot {
  const ridgeAt = ridgeOf(arch);
  let here = { along: Number.NaN, spot: arch.at(0), ridge: ridgeAt(0) };
  return (along, across) => {
    // One cross-section is asked for point by point.
    if (here.along !== along) here = { along, spot: arch.at(along), ridge: ridgeAt(along) };
    const { spot, ridge } = here;
    const side = across < 0 ? -1 : 1;
    const crest = 0.16;
    const outer = Math.abs(across);
    const scan = noise1(along * 0.11, seed + side) * 1.3 + noise1(along * 0.4, seed + 7 + side) * 0.3;
    const depth = (side > 0 ? 8.2 : jaw === 'upper' ? 8.6 : 7.4) + scan;
    let reach = ridge.halfWidth;
    let height = ridge.rise;
    let down = 0;
    if (outer < crest) {
      const t = outer / crest;
      reach = ridge.halfWidth * t;
      height -= 0.4 * t ** 4;
    } else {
      down = ((outer - crest) / (1 - crest)) ** 1.25 * depth;
      reach += 0.75 * (1 - Math.exp(-down / 0.7)) + flare(jaw, side, down);
      reach += 0.55 * ridge.rib * Math.exp(-(((down - 3.2) / 2.6) ** 2));
      height = ridge.rise * Math.exp(-down / 2.8) - 0.4 - down * steepness(jaw, side, down);
    }
    const x = spot.x + spot.outward[0] * reach * side;
    const y = spot.y + spot.outward[1] * reach * side;
    const z = ridge.level + height;
    const grain = noise3(x * 0.5, y * 0.5, z * 0.5, seed + 3);
    const fine = noise3(x * 2.1, y * 2.1, z * 2.1, seed + 5);
    const bumps = down > 0 ? grain * 0.12 + fine * 0.035 : 0;
    const colour = down < 2.2 ? blend(free, attached, down / 2.2) : blend(attached, mucosa, (down - 4) / 4);
    return {
      at: [x + spot.outward[0] * bumps * side, y + spot.outward[1] * bumps * side, z + bumps],
      colour: colour.map((v) => Math.min(255, Math.max(0, Math.round(v + grain * 9 + fine * 4)))) as Colour,
    };
  };
}

/** How far the sheet swings out below the teeth; towards the palate it runs inwards. */
function flare(jaw: JawName, side: number, down: number): number {
  if (side > 0) return 0.1 * down + 0.011 * down * down;
  return jaw === 'upper' ? 0.3 * down + 0.012 * down * down : 0.12 * down - 0.004 * down * down;
}

function steepness(jaw: JawName, side: number, down: number): number {
  return jaw === 'upper' && side < 0 ? 0.92 - 0.022 * down : 1;
}

function ridgeOf({ teeth, reach }: Arch): (along: number) => Ridge {
  return (along) => {
    const level = between(teeth, along, (tooth) => tooth.gum);
    const b = between(teeth, along, (tooth) => tooth.shape.buccolingual / 2);
    const beyond = Math.max(0, Math.abs(along) - reach);
    const next = nearest(teeth, along);
    const off = Math.abs(along - next.along) / (next.shape.mesiodistal / 2);
    // Where a tooth is missing, and behind the last one, the ridge is low and round.
    const bare = Math.min(1, Math.max(0, off - 1) * 1.6);
    const u = Math.min(1, off);
    const tooth = papilla(teeth, next, along) * u ** 2.6;
    return {
      level: level - 0.16 * beyond,
      rise: tooth * (1 - bare) - 0.9 * bare,
      halfWidth:
        b * (0.92 - 0.2 * u * u * (1.6 - 0.6 * u)) * (1 - 0.16 * bare) * Math.max(0.55, 1 - 0.07 * beyond) +
        0.25,
      rib: (1 - u * u) ** 2 * (1 - bare),
    };
  };
}

function nearest(teeth: PlacedTooth[], along: number): PlacedTooth {
  const distance = (t: PlacedTooth) => Math.abs(along - t.along) - t.shape.mesiodistal / 2;
  return teeth.reduce((best, tooth) => (distance(tooth) < distance(best) ? tooth : best));
}

/** Height of the gum between this tooth and its neighbour on that side; none without a neighbour. */
function papilla(teeth: PlacedTooth[], tooth: PlacedTooth, along: number): number {
  const index = teeth.indexOf(tooth);
  const neighbour = teeth[along < tooth.along ? index - 1 : index + 1];
  if (!neighbour) return 0.2;
  const gap =
    Math.abs(neighbour.along - tooth.along) - (neighbour.shape.mesiodistal + tooth.shape.mesiodistal) / 2;
  if (gap > 1) return 0.2;
  const height = Math.min(tooth.shape.height, neighbour.shape.height);
  return height * (tooth.shape.cusps.length && neighbour.shape.cusps.length ? 0.27 : 0.36);
}

/** A measure of the teeth on both sides, eased into each other. */
function between(teeth: PlacedTooth[], along: number, measure: (tooth: PlacedTooth) => number): number {
  const after = teeth.findIndex((tooth) => tooth.along > along);
  const right = teeth[after === -1 ? teeth.length - 1 : after] as PlacedTooth;
  const left = teeth[after === -1 ? teeth.length - 1 : Math.max(0, after - 1)] as PlacedTooth;
  if (left === right) return measure(left);
  const t = (along - left.along) / (right.along - left.along);
  return measure(left) + (measure(right) - measure(left)) * t * t * (3 - 2 * t);
}
