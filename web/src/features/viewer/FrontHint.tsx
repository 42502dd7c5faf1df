import { Button, CloseButton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './messages.module.css';
import type { Front } from './use-front.ts';

/** Asks for the patient's front if it is unknown, or if the person wants to correct it. */
export function FrontHint({ front }: { front: Front }) {
  const { t } = useTranslation('viewer');
  const { source, isOpen, canMark, hasMark, isNothingShown, isKeeping } = front;
  const error = isNothingShown ? t('front.nothingShown') : front.error;
  if (!isOpen) return null;
  const isSure = source === 'found' || source === 'marked';
  // Turning the model does not help if the jaws have different orientations.
  const heading = !canMark ? 'title' : isSure ? 'ask' : 'unsure';
  return (
    <section className={styles.front} aria-label={t('front.title')}>
      <div aria-live="polite">
        <Text size="sm" fw="var(--weight-strong)">
          {t(`front.${heading}`)}
        </Text>
        <Text size="sm">{canMark ? t('front.how') : t('front.contradiction')}</Text>
      </div>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <div className={styles.frontButtons}>
        {canMark && (
          <Button size="xs" loading={isKeeping} onClick={front.mark}>
            {t('front.mark')}
          </Button>
        )}
        {hasMark && (
          <Button size="xs" variant="default" disabled={isKeeping} onClick={front.remove}>
            {t('front.remove')}
          </Button>
        )}
      </div>
      <CloseButton
        className={styles.frontClose}
        iconSize={20}
        aria-label={t('dismiss')}
        onClick={front.dismiss}
      />
    </section>
  );
}
