import type { Spot } from '../surfaces/places.ts';
import type { Drawing } from './marks.ts';
import type { ToolContext } from './tool.ts';

/** A kind of measurement. */
export interface MeasureKind<Value> {
  /** Number of points it takes. */
  points: number;
  /** Number of measures that stay when another is started. */
  kept: number;
  /** Whether the result depends on the other visible scans too. */
  seesOthers?: boolean;
  work(spots: readonly Spot[], help: MeasureHelp): Value | Promise<Value>;
  draw(value: Value, spots: readonly Spot[], context: ToolContext): Pick<Drawing, 'lines' | 'labels'>;
}

export interface MeasureHelp {
  context: ToolContext;
  signal: AbortSignal;
  progress(share: number): void;
}
