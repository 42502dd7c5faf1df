import {
  acceptGroup,
  type GroupMember,
  groupUsers,
  inviteToGroup,
  rejectGroup,
  removeGroup,
  removeGroupUser,
} from '@cusp/contract/share-groups';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reloadUser } from '../../client/session/session.ts';
import { type CuspKey, useCall, useChange } from '../../client/use-call.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';

/** What an invitation makes stale. */
export const INVITED: readonly CuspKey[] = [['group'], ['alarms']];

export const useGroup = () => useCall(groupUsers, {}, ['group']);

/** After joining or parting nearly everything one sees is another. */
export function useMembershipChanged(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries();
    void reloadUser();
  };
}

/** What the rows and the head of the screen offer. */
export function useGroupActions() {
  const { t } = useTranslation(['groups', 'common']);
  const ask = useConfirm();
  const messages = useMessages('groups');
  const membershipChanged = useMembershipChanged();
  const accept = useChange(acceptGroup, { onSuccess: membershipChanged });
  const again = useChange(inviteToGroup, { stale: INVITED });
  const reject = useChange(rejectGroup, { stale: INVITED });
  const part = useChange(removeGroupUser, { onSuccess: membershipChanged });
  const dissolve = useChange(removeGroup, { onSuccess: membershipChanged });

  const confirm = (question: string, ok: string) =>
    ask({ title: t('common:warning'), content: question, ok, danger: true });

  return {
    isBusy: accept.isPending || again.isPending || reject.isPending || part.isPending || dissolve.isPending,
    accept({ idb64, accept_token: token }: GroupMember) {
      if (token)
        void messages.sendAndTell(() =>
          accept.mutateAsync({ params: { sguidb64: idb64, token }, query: {} }),
        );
    },
    again({ id, sg_id, email }: GroupMember) {
      void messages.sendAndTell(
        () => again.mutateAsync({ params: { sg_id, id }, body: { email } }),
        t('invitedAgain'),
      );
    },
    reject({ id }: GroupMember) {
      void messages.sendAndTell(() => reject.mutateAsync({ params: { id } }));
    },
    async takeBack({ id }: GroupMember) {
      if (await confirm(t('removeInvitation'), t('remove')))
        void messages.sendAndTell(() => part.mutateAsync({ params: { id } }));
    },
    async removeMember({ id }: GroupMember) {
      if (await confirm(t('removeMember'), t('remove')))
        void messages.sendAndTell(() => part.mutateAsync({ params: { id } }));
    },
    async leave({ id }: GroupMember) {
      if (await confirm(t('leaveQuestion'), t('leave')))
        void messages.sendAndTell(() => part.mutateAsync({ params: { id } }));
    },
    async dissolve(id: number) {
      if (await confirm(t('deleteQuestion'), t('deleteGroup')))
        void messages.sendAndTell(() => dissolve.mutateAsync({ params: { id } }));
    },
  };
}

export type GroupActions = ReturnType<typeof useGroupActions>;
