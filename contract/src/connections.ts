import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './identity.ts';
import { Done, Id, LinkPart, line, Page, text } from './wire.ts';

export const CONNECTION_LIMITS = { alias: 100, message: 1000 } as const;

export const RequestStatus = z.enum(['ACCD', 'REQD', 'REJD']);
export type RequestStatus = z.infer<typeof RequestStatus>;

const Person = z.object({
  username: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  is_unknown: z.boolean(),
});

export const Connection = z.object({
  id: z.number().int(),
  idb64: z.string(),
  /** Only to the invited person, and only while the request is open. */
  accept_token: z.string().nullable(),
  status: RequestStatus,
  alias: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  institution: z.string(),
  phone: z.string(),
  address: z.string(),
  country: z.string(),
  text: z.string(),
  is_owner: z.boolean(),
  Im_invited: z.boolean(),
  is_unknown: z.boolean(),
  owner: Person,
});
export type Connection = z.infer<typeof Connection>;

export const DentalLab = z.object({
  id: z.number().int(),
  user: z.number().int().nullable(),
  name: z.string(),
  email: z.string(),
  company_name: z.string(),
  company_address: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  lab_logo: z.string().nullable(),
  country: z.string(),
  country_name: z.string(),
});
export type DentalLab = z.infer<typeof DentalLab>;

export const listLabs = endpoint({
  method: 'GET',
  path: '/v1/labs/',
  access: 'user',
  summary: 'Labs to pick a partner from',
  reply: z.object({ dental_labs: z.array(DentalLab) }),
});

export const labLogo = endpoint({
  method: 'GET',
  path: '/v1/labs/:labId/logo/',
  access: 'cookie',
  summary: 'Logo of a lab of the list',
  params: z.object({ labId: Id }),
  reply: 'bytes',
});

export const listConnections = endpoint({
  method: 'GET',
  path: '/v1/connections/',
  access: 'user',
  summary: 'Own connections: pending, accepted, and those fixed by staff',
  query: z.object({ search: line(200).default('') }),
  reply: z.object({
    connections: z.object({
      pending: z.array(Connection),
      accepted: z.array(Connection),
      locked: z.array(Connection),
    }),
    page: Page,
  }),
});

export const requestLabConnection = endpoint({
  method: 'POST',
  path: '/v1/labs/:labId/request-connection/',
  access: 'user',
  summary: 'Request a connection to a lab of the list',
  params: z.object({ labId: Id }),
  emits: ['contact_requested', 'contact_accepted'],
  reply: Done,
  perMinute: 30,
});

export const requestConnection = endpoint({
  method: 'POST',
  path: '/v1/connections/:id/request/',
  access: 'user',
  summary: 'Request a connection by e-mail (id 0), or request an open or rejected one again',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: z.object({
    email: z.string().trim().max(LIMITS.email).default(''),
    alias: line(CONNECTION_LIMITS.alias).default(''),
    text: text(CONNECTION_LIMITS.message).default(''),
  }),
  emits: ['contact_requested', 'contact_accepted'],
  reply: Done,
  perMinute: 30,
});

export const acceptConnection = endpoint({
  method: 'PUT',
  path: '/v1/connections/accept/:cidb64/:token/',
  access: 'user',
  summary: 'Accept a connection request by its link',
  params: z.object({ cidb64: LinkPart, token: LinkPart }),
  query: z.object({ srv_loc: line(40).optional() }),
  emits: ['contact_accepted'],
  reply: Done,
  perMinute: 60,
});

export const rejectConnection = endpoint({
  method: 'PUT',
  path: '/v1/connections/:id/reject/',
  access: 'user',
  summary: 'Reject a request one was invited by',
  params: z.object({ id: Id }),
  emits: ['contact_rejected'],
  reply: Done,
});

export const editConnection = endpoint({
  method: 'PUT',
  path: '/v1/connections/:id/edit/',
  access: 'user',
  summary: 'Change the own alias of a connection',
  params: z.object({ id: Id }),
  body: z.object({ alias: line(CONNECTION_LIMITS.alias) }),
  emits: ['contact_modified'],
  reply: Done,
});

export const removeConnection = endpoint({
  method: 'DELETE',
  path: '/v1/connections/:id/remove/',
  access: 'user',
  summary: 'Remove a connection or take a request back; cases sent before stay',
  params: z.object({ id: Id }),
  emits: ['contact_deleted'],
  reply: Done,
});
