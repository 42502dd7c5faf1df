import * as z from 'zod';
import { patient } from './patient.ts';
import { RowId } from './wire.ts';

/** Scans are within a kilometre of their origin; see `boundsOf` in `mesh/mesh.ts`. */
export const Millimetres = z.number().min(-1e6).max(1e6);
const Point = z.tuple([Millimetres, Millimetres, Millimetres]);

/** Numbers lose some digits as text, so a length of 1 is accepted within a thousandth. */
const isUnit = (parts: readonly number[]) => Math.abs(Math.hypot(...parts) - 1) < 1e-3;
const Part = z.number().min(-1.001).max(1.001);
export const Direction = z.tuple([Part, Part, Part]).refine(isUnit, { message: 'A direction has length 1.' });
const Orientation = z
  .tuple([Part, Part, Part, Part])
  .refine(isUnit, { message: 'An orientation has length 1.' });

/** Maximum number of layers of a view; the viewer has seven. */
const MAX_LAYERS = 32;
const LayerName = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** The viewpoint on the scans, independent of the projection and the size of the screen. */
export const PinView = z.object({
  /** Rotation of the camera, which looks along its -z with +y up, into the frame of the scans; x, y, z, w. */
  orientation: Orientation,
  /** Point that the camera looked at, in millimetres in the frame of the scans. */
  target: Point,
  /** Length that the shorter side of the window covers at the target, in millimetres. */
  span: z.number().min(0.01).max(1e6),
  /** Opacity of each layer with a scan, 0 to 100; 0 is a hidden layer. */
  layers: z
    .record(LayerName, z.number().int().min(0).max(100))
    .refine((layers) => Object.keys(layers).length <= MAX_LAYERS, {
      message: `At most ${MAX_LAYERS} layers.`,
    }),
});
export type PinView = z.infer<typeof PinView>;

/** A place on a scan in the coordinates of its file: not moved, scaled by a unit or rotated. */
export const PinPlace = z.object({
  /** Whether a string has a format that excludes free text: a moment, a day, a UUID. */
  point: Point,
  /** Normal of the surface there. */
  normal: Direction,
  view: PinView,
});
export type PinPlace = z.infer<typeof PinPlace>;

/** A new pin, on the exact version of the scan that was shown. */
export const NewPin = PinPlace.extend({ file_id: RowId });
export type NewPin = z.infer<typeof NewPin>;

export const Pin = PinPlace.extend({
  /** Number of the pin in its case; never reused. */
  no: z.number().int().positive(),
  /** The scan; named even after it was deleted. */
  file: z.object({ id: z.number().int(), filename: patient(z.string()), is_deleted: z.boolean() }),
});
export type Pin = z.infer<typeof Pin>;
