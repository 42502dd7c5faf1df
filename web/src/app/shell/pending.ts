import { alarms } from '@cusp/contract/profile';
import { useCall } from '../../client/use-call.ts';

/** Requests that wait for the signed-in person: connections and group invitations. */
export function usePendingCount(): number {
  const { data } = useCall(alarms, {}, ['alarms']);
  return (data?.contacts.length ?? 0) + (data?.sg_users.length ?? 0);
}
