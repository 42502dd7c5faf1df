import type { GroupMember } from '@cusp/contract/share-groups';
import { offerGroup } from '@cusp/contract/share-groups.routes';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../client/use-call.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { OwnProofDialog } from '../security/security.offers.tsx';

interface Props {
  member: GroupMember;
  onClose(): void;
}

/**
 * Explains what the member may do as the owner, before the present owner offers the group and proves their identity.
 */
export function OfferDialog({ member, onClose }: Props) {
  const { t } = useTranslation('groups');
  const inform = useInform();
  const offer = useChange(offerGroup);
  const name = member.name || member.email;
  return (
    <OwnProofDialog
      title={t('offer.title')}
      text={t('offer.text', { name, group: member.sg_name })}
      submit={t('offer.make')}
      onClose={onClose}
      act={async (proof) => {
        await offer.mutateAsync({ params: { id: member.sg_id }, body: { ...proof, member: member.id } });
        void inform({ kind: 'info', content: t('offer.sent', { name }) });
      }}
    />
  );
}
