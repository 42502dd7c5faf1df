import type { Arch } from './find-arch.ts';
import { isInFrameOf } from './same-frame.ts';
import { isSameSurface } from './same-surface.ts';
import { across, add, angleBetween, dot, normalise, scale, type Vector } from './vectors.ts';

/** A scan with the known facts about its sides. */
export interface SidedScan {
  /** The jaw of its arch; undefined if it shows no jaw or an unknown one. */
  jaw?: 'upper' | 'lower' | undefined;
  arch?: Arch | undefined;
  /** Points evenly distributed on it, x, y, z each. */
  sample: Float32Array;
  isShown: boolean;
}

/** Directions of the patient's head and front in the frame of the scans; orthogonal unit vectors. */
export interface PatientSides {
  head: Vector;
  front: Vector;
  /** Whether a person marked them. */
  isMarked: boolean;
}

/** Head and front as a person marked them; unit vectors, valid only for the scans they were marked on. */
export interface FrontMark {
  head: Vector;
  front: Vector;
  /** The marked scans by their `knownPoints`. */
  scans: readonly (readonly number[])[];
}

/** `contradiction`: the visible jaws are oriented differently, so no answer fits all of them. */
export type Found = PatientSides | 'contradiction' | undefined;

/** Maximum difference between scans of one frame, degrees. */
const agreement = 25;
/** How far the upper jaw may be below the lower one, mm: overlapping jaws that are each centred on themselves. */
const overlap = 6;

/**
 * The patient's sides, if they are certain. A person's mark is valid for the scans it was made on; for others the arch
 * must be complete and its jaw known. All jaws must agree; if they do not, only the visible ones count.
 */
export function patientSides(scans: readonly SidedScan[], mark: FrontMark | null = null): Found {
  const known = scans.map((scan) => ({ scan, sides: sidesOf(scan, mark) }));
  const found = agreed(known);
  const shown = known.filter(({ scan }) => scan.isShown);
  return isAnswer(found) || shown.length === 0 ? found : agreed(shown);
}

const isAnswer = (found: Found) => found !== undefined && found !== 'contradiction';

interface Known {
  scan: SidedScan;
  sides: PatientSides | undefined;
}

function sidesOf({ sample, arch, jaw }: SidedScan, mark: FrontMark | null): PatientSides | undefined {
  if (mark?.scans.some((known) => isSameSurface(known, sample)))
    return { head: mark.head, front: mark.front, isMarked: true };
  if (!arch?.isBiteSure || !jaw) return undefined;
  return { ...headAndFront(arch, jaw), isMarked: false };
}

/** Lower teeth bite upwards, upper ones downwards. */
export const headAndFront = ({ bite, front }: Arch, jaw: 'upper' | 'lower') => ({
  head: jaw === 'upper' ? scale(bite, -1) : bite,
  front,
});

function agreed(known: readonly Known[]): Found {
  const sure = known.flatMap(({ sides }) => sides ?? []);
  const best = sure.find(({ isMarked }) => isMarked) ?? sure[0];
  if (!best) return undefined;
  const isOne = sure.every(
    ({ head, front }) =>
      angleBetween(head, best.head) < agreement && angleBetween(front, best.front) < agreement,
  );
  const others = known.flatMap(({ scan, sides }) => (sides ? [] : scan));
  const fitting = others.every((scan) => !scan.arch || fits(scan.arch, scan.jaw, best));
  if (!isOne || !fitting || isUpsideDown(known, best.head)) return 'contradiction';
  // A jaw without an arch of its own may have another orientation.
  const certain = known.filter(({ sides }) => sides).map(({ scan }) => scan);
  const isPlaced = (scan: SidedScan) => certain.some((each) => isInFrameOf(scan, each, best.head));
  if (!others.every((scan) => scan.arch || !scan.jaw || isPlaced(scan))) return undefined;
  if (best.isMarked) return best;
  const head = normalise(sure.reduce<Vector>((sum, each) => add(sum, each.head), [0, 0, 0]));
  const front = sure.reduce<Vector>((sum, each) => add(sum, each.front), [0, 0, 0]);
  return { head, front: across(front, head), isMarked: false };
}

/** Whether an uncertain arch is in the same plane with the same front and does not bite the wrong way. */
function fits(arch: Arch, jaw: SidedScan['jaw'], sides: PatientSides): boolean {
  const { head, front } = headAndFront(arch, jaw ?? 'lower');
  const along = dot(head, sides.head);
  const isTurned = jaw !== undefined && !arch.isEitherWay && along < 0;
  const isLevel = Math.abs(along) > Math.cos((agreement * Math.PI) / 180);
  return isLevel && !isTurned && angleBetween(front, sides.front) < agreement;
}

/** Whether the shapes would put the lower jaw above the upper one. */
function isUpsideDown(known: readonly Known[], head: Vector): boolean {
  const heightOf = (jaw: 'upper' | 'lower') => {
    const heights = known
      .filter(({ scan, sides }) => scan.jaw === jaw && sides && !sides.isMarked)
      .map(({ scan }) => dot(meanOf(scan.sample), head));
    return heights.reduce((sum, height) => sum + height, 0) / heights.length;
  };
  return heightOf('lower') - heightOf('upper') > overlap;
}

function meanOf(sample: Float32Array): Vector {
  const sum = [0, 0, 0];
  for (let i = 0; i < sample.length; i++) sum[i % 3] = sum[i % 3] + sample[i];
  return scale(sum as unknown as Vector, 3 / sample.length);
}
