import { listConnections } from '@cusp/contract/connections.routes';
import { alarms } from '@cusp/contract/profile.routes';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';

/** The numbers of pending requests for the signed-in person: connections and group invitations. */
export function useAlarms(): { contacts: number; invitations: number } {
  const { data } = useCall(alarms, {}, ['alarms'], { enabled: useMayCall(alarms) });
  return { contacts: data?.contacts.length ?? 0, invitations: data?.sg_users.length ?? 0 };
}

/** How many connection requests of the signed-in person nobody has answered; undefined while loading. */
export function useUnansweredRequests(enabled = true): number | undefined {
  const { data } = useCall(listConnections, { query: { search: '' } }, ['connections', ''], { enabled });
  return data?.connections.pending.filter(({ status, Im_invited }) => status === 'REQD' && !Im_invited)
    .length;
}
