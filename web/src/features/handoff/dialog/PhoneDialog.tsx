import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { ConnectedPhones } from './ConnectedPhones.tsx';
import { PhoneCode } from './PhoneCode.tsx';
import classes from './phone-dialog.module.css';

interface PhoneDialogProps {
  caseId: number;
  opened: boolean;
  onClose(): void;
}

/** The code to scan, and the phones that have scanned one. */
export default function PhoneDialog({ caseId, opened, onClose }: PhoneDialogProps) {
  const { t } = useTranslation('handoff');
  return (
    <CuspModal opened={opened} onClose={onClose} size={420} title={t('button')}>
      <div className={classes.dialog}>
        <Text size="sm">{t('dialog.intro')}</Text>
        {opened && <PhoneCode caseId={caseId} />}
        <ConnectedPhones caseId={caseId} />
      </div>
    </CuspModal>
  );
}
