import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './wire.ts';

export const lightCopy = endpoint({
  method: 'GET',
  path: '/v1/files/:id/light/',
  access: 'user',
  summary:
    'The small copy of a mesh that the viewer opens (binary glTF, coarse levels first); 204 while there is none',
  params: z.object({ id: Id }),
  reply: 'bytes',
  perMinute: 1200,
});
