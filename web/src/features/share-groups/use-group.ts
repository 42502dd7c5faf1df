import type { GroupMember } from '@cusp/contract/share-groups';
import {
  acceptGroup,
  groupUsers,
  inviteToGroup,
  rejectGroup,
  removeGroup,
  removeGroupUser,
} from '@cusp/contract/share-groups.routes';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../client/use-call.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';

export const useGroup = () => useCall(groupUsers, {}, ['group']);

/** The actions of rows and header; `onMakeOwner` opens the dialog that hands over the group. */
export function useGroupActions(onMakeOwner: (member: GroupMember) => void) {
  const { t } = useTranslation(['groups', 'common']);
  const ask = useConfirm();
  const messages = useMessages('groups');
  const accept = useChange(acceptGroup);
  const again = useChange(inviteToGroup);
  const reject = useChange(rejectGroup);
  const part = useChange(removeGroupUser);
  const dissolve = useChange(removeGroup);

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
    makeOwner: onMakeOwner,
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
