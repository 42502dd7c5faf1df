import * as z from 'zod';
import { StatusCode } from './cases.ts';
import { RequestStatus } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import * as routes from './staff-parties.routes.ts';
import { Day, Id, Moment, Version } from './wire.ts';

/** A person as staff see them in cases, connections and groups. */
export const Party = z.object({
  /** Null until a person with this address has an account. */
  id: z.number().int().nullable(),
  name: z.string(),
  institution: z.string(),
  email: z.string(),
  /** ISO 3166 code; '' without an account. */
  country: z.string(),
  /** The account was deleted: the texts are ''. */
  is_unknown: z.boolean(),
});
export type Party = z.infer<typeof Party>;

/** A sent case without anything about its patient. */
export const StaffCase = z.object({
  id: z.number().int(),
  no: z.string(),
  status: StatusCode,
  author: Party,
  recipient: Party,
  sent_date: Moment,
  updated_date: Moment,
  delivery_date: Day.nullable(),
  completed_date: Moment.nullable(),
  /** Files that were not deleted, every version of them. */
  files: z.number().int(),
  /** Their bytes. */
  size: z.number().int(),
  comments: z.number().int(),
  restorations: z.number().int(),
});
export type StaffCase = z.infer<typeof StaffCase>;

export const listStaffCases = endpoint(routes.listStaffCases, {
  summary: 'Sent cases that at least one side still has, searched by number and party, without patient data',
  query: listQuery(routes.STAFF_CASE_SORTS, routes.STAFF_CASES_DEFAULT_SORT).extend({
    /** Only the cases between the two people of this connection; a blank one counts as absent. */
    connId: z.union([z.literal('').transform(() => undefined), Id]).optional(),
  }),
  reply: z.object({
    cases: z.array(StaffCase),
    /** The two people of `connId`; null without it or if there is no such connection. */
    connection: z.object({ id: z.number().int(), owner: Party, user: Party }).nullable(),
    page: CountedPage,
  }),
});

export const StaffConnection = z.object({
  id: z.number().int(),
  /** The person who sent the request. */
  owner: Party,
  /** The person the request went to. */
  user: Party,
  status: RequestStatus,
  /** Neither side can remove it. */
  is_designated: z.boolean(),
  /** The staff member who designated or released it last; '' if nobody did. */
  designation_changed_by: z.string(),
  designation_date: Moment.nullable(),
  /** Sent back with a change of the designation. */
  designation_version: z.number().int(),
  requested_date: Moment,
  updated_date: Moment,
});
export type StaffConnection = z.infer<typeof StaffConnection>;

export const listStaffConnections = endpoint(routes.listStaffConnections, {
  summary: 'All connections and requests, searched by the names, institutions and addresses of both people',
  query: listQuery(routes.STAFF_CONNECTION_SORTS, routes.STAFF_CONNECTIONS_DEFAULT_SORT),
  reply: z.object({ connections: z.array(StaffConnection), page: CountedPage }),
});

const Designation = z.object({ designation_version: Version.positive() });

export const designateConnection = endpoint(routes.designateConnection, {
  summary:
    'Designate an accepted connection, so that neither side can remove it; 409 with `changed_by` when somebody else was faster',
  params: z.object({ id: Id }),
  body: Designation,
  reply: StaffConnection,
});

export const releaseConnection = endpoint(routes.releaseConnection, {
  summary: 'Let both sides remove a designated connection again; 409 with `changed_by` as above',
  params: z.object({ id: Id }),
  body: Designation,
  reply: StaffConnection,
});

export const StaffGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  created_date: Moment,
  owner: Party,
  /** Without the owner: members, open invitations and rejected ones. */
  members: z.array(
    z.object({
      /** Of the invitation. */
      id: z.number().int(),
      person: Party,
      status: RequestStatus,
      invited_by: Party,
      invited_date: Moment,
      updated_date: Moment,
    }),
  ),
  /** How many cases the group sees, by status; statuses without one are left out. */
  cases: z.array(z.object({ status: StatusCode, count: z.number().int() })),
});
export type StaffGroup = z.infer<typeof StaffGroup>;

export const getStaffGroup = endpoint(routes.getStaffGroup, {
  summary: 'One share group with its members and invitations',
  params: z.object({ id: Id }),
  reply: StaffGroup,
});
