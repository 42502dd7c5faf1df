import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './panels.module.css';
import type { Front } from './use-front.ts';

/** How the patient's sides are known, with the way to say them by hand. */
export function FrontRow({ front }: { front: Front }) {
  const { t } = useTranslation('viewer');
  return (
    <div className={styles.frontRow}>
      <Text size="xs">
        <strong>{t('front.title')}</strong> {t(`front.source.${front.source}`)}
      </Text>
      {front.canMark && !front.isOpen && (
        <Anchor component="button" type="button" size="xs" onClick={front.ask}>
          {front.hasMark ? t('front.change') : t('front.mark')}
        </Anchor>
      )}
    </div>
  );
}
