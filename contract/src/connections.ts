import * as z from 'zod';
import * as routes from './connections.routes.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { patient } from './patient.ts';
import { Done, Id, IdOrZero, LinkPart, line, Paging, SrvLoc, text } from './wire.ts';

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
  /** Only for the invited person, and only while the request is open. */
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
  text: patient(z.string()),
  is_owner: z.boolean(),
  Im_invited: z.boolean(),
  is_unknown: z.boolean(),
  /** Their account is in the other data region, so nothing new can be sent to them. */
  in_other_region: z.boolean(),
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

export const listLabs = endpoint(routes.listLabs, {
  summary: 'Labs to choose a partner from',
  reply: z.object({ dental_labs: z.array(DentalLab) }),
});

export const labLogo = endpoint(routes.labLogo, {
  summary: 'Logo of a lab of the list',
  params: z.object({ labId: Id }),
});

export const listConnections = endpoint(routes.listConnections, {
  summary: 'Own connections: pending, accepted, and those fixed by staff',
  query: z.object({ search: line(200).default('') }),
  reply: z.object({
    connections: z.object({
      pending: z.array(Connection),
      accepted: z.array(Connection),
      locked: z.array(Connection),
    }),
    page: Paging,
  }),
});

export const requestLabConnection = endpoint(routes.requestLabConnection, {
  summary: 'Request a connection to a lab of the list',
  params: z.object({ labId: Id }),
  reply: Done,
  perMinute: 30,
});

export const requestConnection = endpoint(routes.requestConnection, {
  summary: 'Request a connection by email (id 0), or request an open or rejected one again',
  params: z.object({ id: IdOrZero }),
  body: z.object({
    email: z.string().trim().max(LIMITS.email).default(''),
    alias: line(routes.CONNECTION_LIMITS.alias).default(''),
    text: text(routes.CONNECTION_LIMITS.message).default(''),
  }),
  reply: Done,
  perMinute: 30,
});

export const acceptConnection = endpoint(routes.acceptConnection, {
  summary: 'Accept a connection request by the link in its mail',
  params: z.object({ cidb64: LinkPart, token: LinkPart }),
  query: z.object({ srv_loc: SrvLoc }),
  reply: Done,
  perMinute: 60,
});

export const rejectConnection = endpoint(routes.rejectConnection, {
  withoutAgreement: true,
  summary: 'Reject a connection request to oneself',
  params: z.object({ id: Id }),
  reply: Done,
});

export const editConnection = endpoint(routes.editConnection, {
  summary: 'Change one’s own alias of a connection',
  params: z.object({ id: Id }),
  body: z.object({ alias: line(routes.CONNECTION_LIMITS.alias) }),
  reply: Done,
});

export const removeConnection = endpoint(routes.removeConnection, {
  withoutAgreement: true,
  summary: 'Remove a connection or withdraw a request; cases already sent are kept',
  params: z.object({ id: Id }),
  reply: Done,
});
