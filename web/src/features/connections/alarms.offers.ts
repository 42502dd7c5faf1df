import { alarms } from '@cusp/contract/profile.routes';
import { useCall } from '../../client/use-call.ts';

/** How many requests wait for the signed-in person: of connections, and into groups. */
export function useAlarms(): { contacts: number; invitations: number } {
  const { data } = useCall(alarms, {}, ['alarms']);
  return { contacts: data?.contacts.length ?? 0, invitations: data?.sg_users.length ?? 0 };
}
