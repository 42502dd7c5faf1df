import { KNOWN_POINTS } from '@cusp/mesh/arch/same-surface';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './orientation.routes.ts';
import { Direction, Millimetres } from './pin.ts';
import { Id } from './wire.ts';

/** Directions of the patient's head and front in the frame of the scans, as a person marked them. */
export const Orientation = z.object({
  head: Direction,
  front: Direction,
  /** The scans that it was marked on, each with points (x, y, z) on its surface; it is valid for no other surface. */
  scans: z
    .array(z.array(Millimetres).length(KNOWN_POINTS * 3))
    .min(1)
    .max(routes.MAX_MARKED_SCANS),
});
export type Orientation = z.infer<typeof Orientation>;

export const markFront = endpoint(routes.markFront, {
  summary: "Mark the patient's front in the scans of a case, for both sides; `null` removes the mark",
  params: z.object({ id: Id }),
  body: z.object({
    orientation: Orientation.refine(({ head, front }) => isSquare(head, front), {
      path: ['front'],
      message: 'not_square',
    }).nullable(),
  }),
  reply: z.object({ orientation: Orientation.nullable() }),
});

/** Whether two unit vectors are orthogonal, within the rounding of JSON numbers. */
const isSquare = (
  [x, y, z]: z.infer<typeof Direction>,
  [otherX, otherY, otherZ]: z.infer<typeof Direction>,
) => Math.abs(x * otherX + y * otherY + z * otherZ) < 1e-2;
