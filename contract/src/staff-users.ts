import * as z from 'zod';
import { ROLES } from './accounts.routes.ts';
import { MailPace } from './accounts.ts';
import { EmailChange } from './email-change.ts';
import { endpoint } from './endpoint.ts';
import { Email, Role } from './identity.ts';
import { PersonSession } from './security.ts';
import { STAFF_FLAGS } from './staff.routes.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import * as routes from './staff-users.routes.ts';
import { StepReset } from './step-reset.ts';
import { Done, Id, Language, line, Moment, PageNumber, ServerLoc, SocialProvider, Version } from './wire.ts';

export const StaffUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  role: Role,
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  state: z.enum(['active', 'not_activated', 'blocked', 'closing', 'deleted']),
  /** Where the data is stored. */
  region: ServerLoc,
  staff_flags: z.array(z.enum(STAFF_FLAGS)),
  is_device_rental_manager: z.boolean(),
  created_date: Moment,
  /** Null if the person has not signed in since sign-ins are recorded. */
  last_sign_in: Moment.nullable(),
});
export type StaffUser = z.infer<typeof StaffUser>;

/** All users, or one kind of institution. */
const Narrowed = {
  role: z
    .enum(['', ...ROLES])
    .catch('')
    .default(''),
};

export const listStaffUsers = endpoint(routes.listStaffUsers, {
  summary: 'All users that are not deleted',
  query: listQuery(routes.STAFF_USER_SORTS, routes.STAFF_USERS_DEFAULT_SORT).extend(Narrowed),
  reply: z.object({ users: z.array(StaffUser), page: CountedPage }),
});

export const exportStaffUsers = endpoint(routes.exportStaffUsers, {
  summary: 'The list of users as Users.xlsx, every page of it in its order; at most 20,000 rows',
  query: listQuery(routes.STAFF_USER_SORTS, routes.STAFF_USERS_DEFAULT_SORT)
    .pick({ search: true, sort: true })
    .extend(Narrowed),
});

export const UserSession = PersonSession.omit({ current: true }).extend({
  /** Area of the product that the session is for. */
  area: z.enum(['customer', 'staff']),
});
export type UserSession = z.infer<typeof UserSession>;

/** Actions of staff on an account, and the outcome of their requests. */
const ACCOUNT_ACTIONS = [
  'session_ended',
  'sessions_ended',
  'activation_sent',
  'blocked',
  'unblocked',
  'rental_granted',
  'rental_withdrawn',
  'reset_asked',
  'reset_approved',
  'reset_refused',
  'reset_cancelled',
  'reset_used',
  'reset_stopped',
  'reset_done',
  'email_change_asked',
  'email_change_approved',
  'email_change_refused',
  'email_change_stopped',
  'email_change_done',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

const AccountLogEntry = z.object({
  id: z.number().int(),
  action: z.enum(ACCOUNT_ACTIONS),
  reason: z.string(),
  /** Name of the staff member; null for actions of the person or automatic ones. */
  by: z.string().nullable(),
  at: Moment,
});

export const StaffUserDetail = StaffUser.extend({
  phone: z.string(),
  address: z.string(),
  language: Language,
  brand: z.string(),
  activated_date: Moment.nullable(),
  /** Null unless the account is blocked. */
  block: z.object({ since: Moment, by: z.string(), reason: z.string() }).nullable(),
  /** Number of changes by staff; sent back with a change. */
  version: z.number().int(),
  sign_in: z.object({
    has_password: z.boolean(),
    social: z.array(SocialProvider),
    has_app: z.boolean(),
    passkeys: z.number().int(),
    recovery_codes: z.number().int(),
  }),
  /** The latest reset of a lost second step, if one was requested in the last 30 days. */
  second_step_reset: StepReset.nullable(),
  /** The latest change of their address by staff, if one was requested in the last 30 days. */
  email_change: EmailChange.nullable(),
  group: z
    .object({
      id: z.number().int(),
      name: z.string(),
      is_owner: z.boolean(),
      owner: z.object({ id: z.number().int(), name: z.string() }),
      /** Accepted members, without the owner. */
      members: z.number().int(),
    })
    .nullable(),
  /** Connections that they asked for or were asked for; `designated` ones are accepted and locked. */
  connections: z.object({
    accepted: z.number().int(),
    designated: z.number().int(),
    pending: z.number().int(),
    rejected: z.number().int(),
  }),
  /** Registrations of scanners, newest first, at most 100. */
  scanners: z.array(
    z.object({
      device_id: z.number().int(),
      udi: z.string(),
      serial_no: z.string(),
      model: z.string(),
      is_blocked: z.boolean(),
      is_confirmed: z.boolean(),
      registered_date: Moment,
    }),
  ),
  /** Devices that they rent out. */
  rented_devices: z.number().int(),
  /** Live sessions, latest use first; null for staff who may not see them. */
  sessions: z.array(UserSession).nullable(),
  /** Actions of staff on the account, newest first, at most 50 entries. */
  log: z.array(AccountLogEntry),
});
export type StaffUserDetail = z.infer<typeof StaffUserDetail>;

const params = z.object({ id: Id });

export const getStaffUser = endpoint(routes.getStaffUser, {
  summary: 'One user with group, connections, scanners and sessions; without anything of their cases',
  params,
  reply: StaffUserDetail,
});

export const UserConnection = z.object({
  id: z.number().int(),
  status: z.enum(['ACCD', 'REQD', 'REJD']),
  is_designated: z.boolean(),
  /** The user asked for it. */
  is_owner: z.boolean(),
  /** Account of the other side; null for an address without one. */
  user_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  created_date: Moment,
});
export type UserConnection = z.infer<typeof UserConnection>;

export const listUserConnections = endpoint(routes.listUserConnections, {
  summary: 'Connections of one user, newest first',
  params,
  query: z.object({ page: PageNumber.default(1) }),
  reply: z.object({ connections: z.array(UserConnection), page: CountedPage }),
});

export const endUserSession = endpoint(routes.endUserSession, {
  summary: 'End one session of a user',
  params: params.extend({ sessionId: z.uuid() }),
  reply: Done,
});

export const endUserSessions = endpoint(routes.endUserSessions, {
  summary: 'End all sessions of a user',
  params,
  reply: z.object({ ended: z.number().int() }),
});

export const resendUserActivation = endpoint(routes.resendUserActivation, {
  summary: 'Send the activation mail again',
  params,
  reply: MailPace,
});

const Reasoned = z.object({
  reason: line(routes.ACCOUNT_REASON.max).pipe(z.string().min(routes.ACCOUNT_REASON.min)),
  version: Version,
});

export const blockUser = endpoint(routes.blockUser, {
  summary: 'Block an account: its sessions end and nobody signs in to it; 409 with `changed_by` when stale',
  params,
  body: Reasoned,
  reply: Done,
});

export const unblockUser = endpoint(routes.unblockUser, {
  summary: 'Let a blocked account sign in again; 409 with `changed_by` when stale',
  params,
  body: Reasoned,
  reply: Done,
});

export const setRentalManager = endpoint(routes.setRentalManager, {
  summary: 'Grant or withdraw the flag of rental managers; it is not withdrawn while they have devices',
  body: z.object({ email: Email, granted: z.boolean() }),
  reply: Done,
});
