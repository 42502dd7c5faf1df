import type { GroupMember } from '@cusp/contract/share-groups';
import {
  acceptGroup,
  acceptGroupOffer,
  declineGroupOffer,
  groupUsers,
  inviteToGroup,
  rejectGroup,
  removeGroup,
  removeGroupUser,
  withdrawGroupOffer,
} from '@cusp/contract/share-groups.routes';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../client/use-call.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';

export const useGroup = () => useCall(groupUsers, {}, ['group']);

/** The actions of rows and header; `onOffer` opens the dialog that offers the group. */
export function useGroupActions(onOffer: (member: GroupMember) => void) {
  const { t } = useTranslation(['groups', 'common']);
  const ask = useConfirm();
  const messages = useMessages('groups');
  const accept = useChange(acceptGroup);
  const again = useChange(inviteToGroup);
  const reject = useChange(rejectGroup);
  const part = useChange(removeGroupUser);
  const dissolve = useChange(removeGroup);
  const withdraw = useChange(withdrawGroupOffer);
  const acceptOffer = useChange(acceptGroupOffer);
  const decline = useChange(declineGroupOffer);
  const changes = [accept, again, reject, part, dissolve, withdraw, acceptOffer, decline];

  const confirm = (question: string, ok: string) =>
    ask({ title: t('common:warning'), content: question, ok, danger: true });

  return {
    isBusy: changes.some(({ isPending }) => isPending),
    accept({ idb64, accept_token: token }: GroupMember) {
      if (token)
        void messages.sendAndShow(() =>
          accept.mutateAsync({ params: { sguidb64: idb64, token }, query: {} }),
        );
    },
    again({ id, sg_id, email }: GroupMember) {
      void messages.sendAndShow(
        () => again.mutateAsync({ params: { sg_id, id }, body: { email } }),
        t('invitedAgain'),
      );
    },
    reject({ id }: GroupMember) {
      void messages.sendAndShow(() => reject.mutateAsync({ params: { id } }));
    },
    async takeBack({ id }: GroupMember) {
      if (await confirm(t('removeInvitation'), t('remove')))
        void messages.sendAndShow(() => part.mutateAsync({ params: { id } }));
    },
    async removeMember({ id }: GroupMember) {
      if (await confirm(t('removeMember'), t('remove')))
        void messages.sendAndShow(() => part.mutateAsync({ params: { id } }));
    },
    offer: onOffer,
    async withdrawOffer({ sg_id: id }: GroupMember) {
      if (await confirm(t('offer.withdrawQuestion'), t('offer.withdraw')))
        void messages.sendAndShow(() => withdraw.mutateAsync({ params: { id } }), t('offer.withdrawn'));
    },
    async acceptOffer({ sg_id: id, sg_name: group }: GroupMember) {
      const isSure = await ask({
        title: t('offer.acceptTitle'),
        content: t('offer.acceptText', { group }),
        ok: t('offer.accept'),
      });
      if (isSure)
        void messages.sendAndShow(
          () => acceptOffer.mutateAsync({ params: { id } }),
          t('offer.accepted', { group }),
        );
    },
    async declineOffer({ sg_id: id }: GroupMember) {
      if (await confirm(t('offer.declineQuestion'), t('offer.decline')))
        void messages.sendAndShow(() => decline.mutateAsync({ params: { id } }), t('offer.declined'));
    },
    async leave({ id }: GroupMember) {
      if (await confirm(t('leaveQuestion'), t('leave')))
        void messages.sendAndShow(() => part.mutateAsync({ params: { id } }));
    },
    async dissolve(id: number) {
      if (await confirm(t('deleteQuestion'), t('deleteGroup')))
        void messages.sendAndShow(() => dissolve.mutateAsync({ params: { id } }));
    },
  };
}

export type GroupActions = ReturnType<typeof useGroupActions>;
