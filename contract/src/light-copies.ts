import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './light-copies.routes.ts';
import { Id } from './wire.ts';

export const lightCopy = endpoint(routes.lightCopy, {
  summary:
    'The small copy of a mesh that the viewer opens (binary glTF, coarse levels first); 204 without one',
  params: z.object({ id: Id }),
  perMinute: 1200,
});
