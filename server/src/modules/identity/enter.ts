import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { endSessions, type OpenedSession, openSession } from './sessions.ts';

interface Entry {
  userId: number;
  /** The session that this browser had; it ends. */
  oldSessionId: string | null;
  /** Who said who the person is; absent for the own password. */
  by?: string;
}

/** Lets in a person who has just proved who they are, however they did: a new session. */
export async function enter(
  tx: Tx,
  services: Services,
  visitor: Visitor,
  { userId, oldSessionId, by }: Entry,
): Promise<OpenedSession> {
  if (oldSessionId) await endSessions(tx, services, { sessionId: oldSessionId }, 'signed in anew');
  const session = await openSession(tx, services, userId, visitor);
  await audit(
    tx,
    { ...visitor, userId, sessionId: session.sessionId },
    { action: 'authn_login_success', ...(by ? { detail: { by } } : {}) },
  );
  return session;
}
