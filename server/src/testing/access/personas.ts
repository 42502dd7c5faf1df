import type { createUser } from '../factories.ts';

/** Staff with sessions begun at /adm; the last one lost the flag after signing in. */
export const STAFF_PERSONAS = [
  'deviceManager',
  'salesManager',
  'staff',
  'deviceUserViewer',
  'formerStaff',
] as const;

/** Staff who act for the author; the last one lost the flag after the session had begun. */
export const SUPPORT_PERSONAS = ['supportRead', 'supportWrite', 'formerSupport'] as const;

/** The personas that try each endpoint, named by their relation to one case. */
export const PERSONAS = [
  'nobody',
  'stranger',
  'author',
  'authorGroup',
  'recipient',
  'recipientGroup',
  'partner',
  'rentalManager',
  // A person of the other region in the recipient's group, with the session of a guest.
  'guest',
  // All staff flags, but with a session begun at /login.
  'staffAtLogin',
  ...STAFF_PERSONAS,
  ...SUPPORT_PERSONAS,
] as const;
export type Persona = (typeof PERSONAS)[number];
type StaffPersona = (typeof STAFF_PERSONAS)[number];

export const isStaffPersona = (persona: Persona): persona is StaffPersona =>
  (STAFF_PERSONAS as readonly Persona[]).includes(persona);

type SupportPersona = (typeof SUPPORT_PERSONAS)[number];
export const isSupportPersona = (persona: Persona): persona is SupportPersona =>
  (SUPPORT_PERSONAS as readonly Persona[]).includes(persona);

type Person = Awaited<ReturnType<typeof createUser>>;

/** The account of each persona; of a support persona that of the staff member. */
export type People = Record<Exclude<Persona, 'nobody'>, Person>;

/** Creates a case with one comment and one file of the author. */
export type NewCase = () => Promise<{ id: number; no: string; commentId: number; fileId: number }>;
