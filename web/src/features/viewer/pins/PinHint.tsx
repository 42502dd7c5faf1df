import { CloseButton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../messages.module.css';

/** Says where to click for a new pin; who has no keyboard leaves it here. */
export function PinHint({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('viewer');
  return (
    <div className={styles.hint}>
      <Text size="sm" role="status">
        {t('pins.hint')}
      </Text>
      <CloseButton
        iconSize={20}
        aria-label={t('closeTool', { name: t('toolNames.pin') })}
        onClick={onClose}
      />
    </div>
  );
}
