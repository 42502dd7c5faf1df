import * as z from 'zod';

/** Scans lie within a kilometre of their origin; see `boundsOf` in `mesh/mesh.ts`. */
export const Millimetres = z.number().min(-1e6).max(1e6);
const Point = z.tuple([Millimetres, Millimetres, Millimetres]);

/** Numbers that travel as text lose some digits, so a length is one to a thousandth. */
const isUnit = (parts: readonly number[]) => Math.abs(Math.hypot(...parts) - 1) < 1e-3;
const Part = z.number().min(-1.001).max(1.001);
export const Direction = z.tuple([Part, Part, Part]).refine(isUnit, { message: 'A direction has length 1.' });
const Orientation = z
  .tuple([Part, Part, Part, Part])
  .refine(isUnit, { message: 'An orientation has length 1.' });

/** Most layers a view can tell of; the viewer has seven. */
const LAYERS_MAX = 32;
const LayerName = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** How somebody looked at the scans; the same in either projection and on every size of screen. */
export const PinView = z.object({
  /** Turns the camera, which looks along its -z with +y up, into the frame of the scans; x, y, z, w. */
  orientation: Orientation,
  /** What the camera looked at, millimetres in the frame of the scans. */
  target: Point,
  /** Millimetres that the shorter side of the window covered at the target. */
  span: z.number().min(0.01).max(1e6),
  /** Opacity of each layer that had a scan, 0 to 100; 0 is a layer that was not shown. */
  layers: z
    .record(LayerName, z.number().int().min(0).max(100))
    .refine((layers) => Object.keys(layers).length <= LAYERS_MAX, {
      message: `At most ${LAYERS_MAX} layers.`,
    }),
});
export type PinView = z.infer<typeof PinView>;

/** A place on a scan, in the numbers of its file: nothing is moved, scaled by a unit or turned. */
export const PinPlace = z.object({
  /** Millimetres. */
  point: Point,
  /** Where the surface faces there. */
  normal: Direction,
  view: PinView,
});
export type PinPlace = z.infer<typeof PinPlace>;

/** A pin as it is set: on the very version of the scan that was looked at. */
export const NewPin = PinPlace.extend({ file_id: z.number().int().positive() });
export type NewPin = z.infer<typeof NewPin>;

export const Pin = PinPlace.extend({
  /** Counts the pins of a case; a number is given once. */
  no: z.number().int().positive(),
  /** The scan; it stays named when it is deleted. */
  file: z.object({ id: z.number().int(), filename: z.string(), is_deleted: z.boolean() }),
});
export type Pin = z.infer<typeof Pin>;
