import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './messages.module.css';

interface LostPictureProps {
  /** It has not come back for so long that it probably will not. */
  isGone: boolean;
  onReopen(): void;
}

/** Says that the graphics card let go of the picture, and offers to open it anew when it stays away. */
export function LostPicture({ isGone, onReopen }: LostPictureProps) {
  const { t } = useTranslation('viewer');
  return (
    <Alert
      className={styles.lost}
      classNames={{ title: styles.alertTitle }}
      color="yellow"
      role="alert"
      title={t(isGone ? 'lost.stayedTitle' : 'lost.title')}
    >
      {t(isGone ? 'lost.stayedText' : 'lost.text')}
      {isGone && (
        <Button className={styles.reopen} size="xs" onClick={onReopen}>
          {t('lost.reopen')}
        </Button>
      )}
    </Alert>
  );
}
