import { alarms } from '@cusp/contract/profile.routes';
import { useCall } from '../../client/use-call.ts';

/** The numbers of pending requests for the signed-in person: connections and group invitations. */
export function useAlarms(): { contacts: number; invitations: number } {
  const { data } = useCall(alarms, {}, ['alarms']);
  return { contacts: data?.contacts.length ?? 0, invitations: data?.sg_users.length ?? 0 };
}
