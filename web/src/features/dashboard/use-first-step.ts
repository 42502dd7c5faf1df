import { listConnections } from '@cusp/contract/connections';
import { listRecipients } from '@cusp/contract/drafts';
import { PAGES } from '@cusp/contract/pages';
import { useAlarms } from '../../client/alarms.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useCall } from '../../client/use-call.ts';

/** What somebody without cases does next: answer who asks, wait for who was asked, or find a partner. */
export function useFirstStep(isNew: boolean) {
  const { contacts, invitations } = useAlarms();
  const small = useSmallScreen();
  const { data: partners } = useCall(listRecipients, {}, ['recipients'], { enabled: isNew });
  const isAlone = isNew && partners?.recipients.length === 0;
  const { data: lists } = useCall(listConnections, { query: { search: '' } }, ['connections', ''], {
    enabled: isAlone,
  });
  if (!isNew) return null;
  const waiting = contacts + invitations;
  if (waiting > 0) {
    // On phones the connections lead to the group.
    const to = contacts > 0 || small ? PAGES.connections : PAGES.groups;
    return { text: 'waiting', button: 'answer', to, count: waiting } as const;
  }
  if (!isAlone || !lists) return null;
  const asked = lists.connections.pending.filter(({ status }) => status === 'REQD').length;
  return asked > 0
    ? ({ text: 'asked', button: 'seeConnections', to: PAGES.connections, count: asked } as const)
    : ({ text: 'first', button: 'connect', to: PAGES.connections, count: 0 } as const);
}
