import type { PinPlace } from '@cusp/contract/pin';
import { millimetresIn } from '@cusp/mesh/scan-units';
import { scaled } from '../../../viewer/in-millimetres.ts';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import { fileOf } from '../maps/comparisons.ts';

/** Least span a pin can have; see `PinView`. */
const leastSpan = 0.01;

/**
 * Millimetres in one of the numbers of a file. A pin is kept in the numbers of the very version it was set on, so that
 * it stays in its place when somebody says later what these are.
 */
export const factorOf = (files: readonly ViewerFile[], id: number): number =>
  millimetresIn[fileOf(files, id)?.scan?.unit ?? 'mm'];

/** A pin as it is kept, in the picture. */
export function intoPicture<P extends PinPlace>(pin: P, factor: number): P {
  if (factor === 1) return pin;
  const { point, view } = pin;
  const seen = { ...view, target: scaled(view.target, factor), span: view.span * factor };
  return { ...pin, point: scaled(point, factor), view: seen };
}

/** A pin in the picture, as it is kept. */
export function intoFile<P extends PinPlace>(pin: P, factor: number): P {
  const kept = intoPicture(pin, 1 / factor);
  return { ...kept, view: { ...kept.view, span: Math.max(leastSpan, kept.view.span) } };
}
