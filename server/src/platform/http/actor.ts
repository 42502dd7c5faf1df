import type { StaffFlag } from '@cusp/contract/staff.routes';
import type { Language } from '@cusp/contract/wire';

/** A session in which a staff member acts for a customer. */
export interface Support {
  /** Row of `support_session`. */
  readonly id: number;
  readonly staffId: number;
  readonly mode: 'read' | 'write';
  /** Whether the customer's consent includes patient data; without it replies are masked. */
  readonly seesPatients: boolean;
}

/** Author of a change: a signed-in person, an anonymous visitor, or none for scheduled work. */
export interface Doer {
  readonly userId?: number | null;
  readonly sessionId?: string | null;
  readonly ip: string;
  readonly requestId: string | null;
  /** `action-id` of the acting browser tab, which ignores its own event. */
  readonly actionId?: string | null;
  /** Present while staff act for `userId`; events and the audit log then have both. */
  readonly support?: Support;
}

/** Whether patient data must be withheld from this person, in replies and in search matches. */
export const isMasked = ({ support }: Doer): boolean => support !== undefined && !support.seesPatients;

/** A signed-in person; the first argument of their use cases. */
export interface Actor extends Doer {
  readonly userId: number;
  readonly sessionId: string | null;
  readonly ip: string;
  readonly requestId: string | null;
  readonly actionId: string | null;
  /** The flags of a staff session, loaded for each request; absent in a customer's session. */
  readonly staffFlags?: readonly StaffFlag[];
  /** Present in the session of a guest, who lives in the other region. */
  readonly isGuest?: true;
}

/** Data of an anonymous request. */
export interface Visitor {
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string;
  readonly language: Language;
  /** Key of the skin of the requested host. */
  readonly brand: string;
}

/** Author of scheduled work; it triggers no notifications. */
export const NOBODY: Doer = { ip: '', requestId: null };

/** An actor for background work on behalf of a person. */
export const internalActor = (userId: number): Actor => ({
  userId,
  sessionId: null,
  ip: '',
  requestId: null,
  actionId: null,
});
