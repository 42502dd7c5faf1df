import type { createUser } from '../factories.ts';

/** Staff by sessions begun at /adm; the flag of the last one was taken away after it had signed in. */
export const STAFF_PERSONAS = [
  'deviceManager',
  'salesManager',
  'staff',
  'deviceUserViewer',
  'formerStaff',
] as const;

/** Staff who act for the author; the flag of the last one was taken away after the session had begun. */
export const SUPPORT_PERSONAS = ['supportRead', 'supportWrite', 'formerSupport'] as const;

/** Everybody who might try an endpoint, seen from one case. */
export const PERSONAS = [
  'nobody',
  'stranger',
  'author',
  'authorGroup',
  'recipient',
  'recipientGroup',
  'partner',
  'rentalManager',
  // With every staff flag, by a session begun at /login.
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

/** Makes a fresh case with one comment and one file of the author. */
export type NewCase = () => Promise<{ id: number; no: string; commentId: number; fileId: number }>;
