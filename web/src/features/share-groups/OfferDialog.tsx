import type { GroupMember } from '@cusp/contract/share-groups';
import { offerGroup } from '@cusp/contract/share-groups.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ProofDialog, provableBy, useSecurityState } from '../security/security.offers.tsx';
import classes from './group.module.css';

interface Props {
  member: GroupMember;
  onClose(): void;
}

/** Says what the member may do as the owner, before the present owner offers the group and proves who they are. */
export function OfferDialog({ member, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common']);
  const inform = useInform();
  const security = useSecurityState();
  const offer = useChange(offerGroup);
  const { close, modal } = useFading(onClose);
  const name = member.name || member.email;
  if (security.data)
    return (
      <ProofDialog
        can={provableBy(security.data)}
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
  return (
    <CuspModal {...modal} title={t('offer.title')}>
      {security.error ? (
        <ErrorState error={security.error} onRetry={() => void security.refetch()} />
      ) : (
        <LoadingState rows={4} height={32} />
      )}
      <div className={classes.end}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
      </div>
    </CuspModal>
  );
}
