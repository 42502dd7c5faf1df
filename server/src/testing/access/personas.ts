import type { createUser } from '../factories.ts';

/** Everybody who might try an endpoint, seen from one case. */
export const PERSONAS = [
  'nobody',
  'stranger',
  'author',
  'authorGroup',
  'recipient',
  'recipientGroup',
  'partner',
  'deviceManager',
  'salesManager',
  'staff',
  'deviceUserViewer',
  'rentalManager',
] as const;
export type Persona = (typeof PERSONAS)[number];

type Person = Awaited<ReturnType<typeof createUser>>;

/** The account of each persona. */
export type People = Record<Exclude<Persona, 'nobody'>, Person>;

/** Makes a fresh case with one comment and one file of the author. */
export type NewCase = () => Promise<{ id: number; no: string; commentId: number; fileId: number }>;
