import type { StaffFlag } from '@cusp/contract/staff.routes';
import type { Language } from '@cusp/contract/wire';

/** What a support session is: somebody of the staff acts for a customer. */
export interface Support {
  /** Row of `support_session`. */
  readonly id: number;
  readonly staffId: number;
  readonly mode: 'read' | 'write';
  /** Whether the customer's consent includes patient data; without it replies are masked. */
  readonly seesPatients: boolean;
}

/** To whom a change is put down: a signed-in person, somebody who is not, or nobody, as for work on a timer. */
export interface Doer {
  readonly userId?: number | null;
  readonly sessionId?: string | null;
  readonly ip: string;
  readonly requestId: string | null;
  /** Echo mark of the browser tab that acted; its own event is no news to it. */
  readonly actionId?: string | null;
  /** Present while staff act for `userId`; events and the audit log then name both. */
  readonly support?: Support;
}

/** Whether patients' data must not reach this person, neither in replies nor as what a search finds. */
export const isMasked = ({ support }: Doer): boolean => support !== undefined && !support.seesPatients;

/** A signed-in person. Every use case of one takes it. */
export interface Actor extends Doer {
  readonly userId: number;
  readonly sessionId: string | null;
  readonly ip: string;
  readonly requestId: string | null;
  readonly actionId: string | null;
  /** The flags behind a staff session, looked up for this very request; absent in a customer's. */
  readonly staffFlags?: readonly StaffFlag[];
}

/** What is known of a request before anybody is signed in. */
export interface Visitor {
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string;
  readonly language: Language;
  /** Key of the skin of the host that was asked. */
  readonly brand: string;
}

/** Nobody: for work on a timer that tells nobody of anything. */
export const NOBODY: Doer = { ip: '', requestId: null };

/** An actor for work that no request asked for. */
export const internalActor = (userId: number): Actor => ({
  userId,
  sessionId: null,
  ip: '',
  requestId: null,
  actionId: null,
});
