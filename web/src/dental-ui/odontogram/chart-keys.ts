import {
  type Column,
  fdiToId,
  jawOfTooth,
  neighbourOf,
  opposingOf,
  type ToothId,
  toothOf,
} from '@cusp/dental/teeth';
import { toothFor } from './chart-selection.ts';

/** Effect of a key press on the chart. */
type ChartKey =
  | { does: 'move'; to: ToothId; extend: boolean }
  | { does: 'toggle' }
  | { does: 'clear' }
  | { does: 'dentition' };

const END = 16 satisfies Column;

function moveTo(at: ToothId, key: string): ToothId | null {
  const upper = jawOfTooth(at) === 'upper';
  const first = (id: ToothId): ToothId => {
    const before = neighbourOf(id, -1);
    return before ? first(before) : id;
  };
  switch (key) {
    case 'ArrowLeft':
      return neighbourOf(at, -1) ?? at;
    case 'ArrowRight':
      return neighbourOf(at, 1) ?? at;
    case 'ArrowUp':
      return upper ? at : opposingOf(at);
    case 'ArrowDown':
      return upper ? opposingOf(at) : at;
    case 'Home':
      return first(at);
    case 'End':
      return neighbourOf(first(at), END - 1) ?? at;
    default:
      return null;
  }
}

/**
 * Reads a key press: arrows move along the arch and between the arches (Shift selects the teeth on the way), Home and
 * End jump to its ends, Space and Enter select, Escape clears, M swaps primary and permanent tooth. Null for all other
 * keys, including everything with Ctrl, Alt or Meta.
 */
export function readKey(
  at: ToothId,
  press: { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean },
): ChartKey | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  if (press.key === ' ' || press.key === 'Enter') return { does: 'toggle' };
  if (press.key === 'Escape') return { does: 'clear' };
  if (press.key.toLowerCase() === 'm') return { does: 'dentition' };
  const to = moveTo(at, press.key);
  return to && { does: 'move', to, extend: press.shiftKey };
}

/**
 * The tooth of a chart that a move to a position ends on. Where a primary tooth is shown behind its
 * successor, the keys that change the jaw skip both.
 */
export function stepTo(teeth: readonly number[], at: number, key: string, to: ToothId): number {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return toothFor(teeth, to, at);
  const pairAt = (id: ToothId | null) => {
    const [front, behind] = teeth.filter((fdi) => fdiToId(fdi) === id);
    return front !== undefined && behind !== undefined ? { front, behind } : null;
  };
  const isBack = (key === 'ArrowDown') === (toothOf(at)?.jaw === 'upper');
  const here = pairAt(fdiToId(at));
  if (here && at === (isBack ? here.front : here.behind)) return isBack ? here.behind : here.front;
  if (to === fdiToId(at)) return at;
  return pairAt(to)?.behind ?? toothFor(teeth, to, at);
}
