import type { Language } from '@cusp/contract/wire';

/** Who asks, and how to tell the others about it. Every use case takes one. */
export interface Actor {
  readonly userId: number;
  readonly sessionId: string | null;
  readonly ip: string;
  readonly requestId: string | null;
  /** Echo mark of the browser tab that acted; null for jobs and seeds. */
  readonly actionId: string | null;
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

/** An actor for work that no request asked for. */
export const internalActor = (userId: number): Actor => ({
  userId,
  sessionId: null,
  ip: '',
  requestId: null,
  actionId: null,
});
