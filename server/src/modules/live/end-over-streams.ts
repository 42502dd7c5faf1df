import type { Services } from '../../platform/services.ts';
import { sessionsOver } from '../identity/sessions.ts';

/** Ends streams whose session has expired, or whose person has lost the right to it. */
export async function endOverStreams(services: Services, which: 'all' | 'support' = 'all'): Promise<void> {
  const open = services.hub.openSessions(which);
  if (open.length === 0) return;
  try {
    for (const sessionId of await sessionsOver(services, open)) services.hub.endSession(sessionId);
  } catch (error) {
    services.log.warn({ err: error }, 'sessions of open streams not looked at just now');
  }
}
