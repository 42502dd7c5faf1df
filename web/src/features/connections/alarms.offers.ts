import { listConnections } from '@cusp/contract/connections.routes';
import { alarms } from '@cusp/contract/profile.routes';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';

/** The numbers of pending requests for the signed-in person: connections and group invitations. */
export function useAlarms() {
  const mayCall = useMayCall(alarms);
  const { data, error, refetch } = useCall(alarms, {}, ['alarms'], { enabled: mayCall });
  return {
    contacts: data?.contacts.length ?? 0,
    invitations: data?.sg_users.length ?? 0,
    /** False while the numbers are loading and after loading failed; they are zero then. */
    isKnown: data !== undefined || !mayCall,
    error: data ? null : error,
    refetch,
  };
}

/** Number of unanswered connection requests of the signed-in person; undefined while loading. */
export function useUnansweredRequests(enabled = true): number | undefined {
  const { data } = useCall(listConnections, { query: { search: '' } }, ['connections', ''], { enabled });
  return data?.connections.pending.filter(({ status, Im_invited }) => status === 'REQD' && !Im_invited)
    .length;
}
