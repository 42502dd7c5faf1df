import type { Connection } from '@cusp/contract/connections';
import {
  acceptConnection,
  listConnections,
  rejectConnection,
  removeConnection,
  requestConnection,
} from '@cusp/contract/connections.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { supportFor } from '../../brand/app-info.ts';
import { ApiError } from '../../client/api-error.ts';
import { useSession, useUser } from '../../client/session/session-store.ts';
import { useCall, useChange } from '../../client/use-call.ts';
import { useDialogs } from '../../ui/dialogs/confirm-context.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';

/** The list that a connection belongs to. */
type Area = keyof ReplyFrom<typeof listConnections>['connections'];

/** The three lists for a search; the previous ones stay while new ones load. */
export const useConnections = (search: string) =>
  useCall(listConnections, { query: { search } }, ['connections', search], {
    placeholderData: keepPreviousData,
  });

/** The actions of the lists. Each reports its result in a dialog. */
export function useConnectionActions() {
  const { t } = useTranslation(['connections', 'common']);
  const { confirm, inform } = useDialogs();
  const { inst_type_guessed: instType } = useUser();
  const session = useSession();
  const messages = useMessages('connections');
  const accept = useChange(acceptConnection);
  const again = useChange(requestConnection);
  const reject = useChange(rejectConnection);
  const remove = useChange(removeConnection);
  const queries = useQueryClient();

  /** Shown to people who want to remove a designated connection. */
  const designatedFixed = () => {
    const phone = supportFor(instType).phone.replaceAll(' ', '\u00a0');
    return t('designatedFixed', { phone });
  };
  /** Staff may have designated it since the list was loaded. */
  const removeUnlessDesignated = (id: number) =>
    remove.mutateAsync({ params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'connection_designated')) throw error;
      void queries.invalidateQueries({ queryKey: ['connections'] });
      return { detail: designatedFixed() };
    });

  return {
    isBusy: accept.isPending || again.isPending || reject.isPending || remove.isPending,
    accept({ idb64, accept_token: token }: Connection) {
      if (!token || !('serverLoc' in session)) return;
      const srvLoc = btoa(session.serverLoc);
      void messages.sendAndShow(() =>
        accept.mutateAsync({ params: { cidb64: idb64, token }, query: { srv_loc: srvLoc } }),
      );
    },
    again({ id, email, alias, text }: Connection) {
      void messages.sendAndShow(() => again.mutateAsync({ params: { id }, body: { email, alias, text } }));
    },
    reject({ id }: Connection) {
      void messages.sendAndShow(() => reject.mutateAsync({ params: { id } }));
    },
    async remove({ id, status }: Connection, area: Area) {
      if (area === 'locked') return inform({ kind: 'info', content: designatedFixed() });
      const sure = await confirm({
        title: t('common:warning'),
        content: [t('removeQuestion'), status === 'ACCD' && t('removeKeeps')].filter(Boolean).join(' '),
        ok: t('menu.remove'),
        danger: true,
      });
      if (sure) void messages.sendAndShow(() => removeUnlessDesignated(id));
    },
  };
}

export type ConnectionActions = ReturnType<typeof useConnectionActions>;
