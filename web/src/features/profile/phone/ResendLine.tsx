import { Button, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSecondsUntil } from '../../../ui/use-seconds-until.ts';
import classes from './phone.module.css';

interface Props {
  /** When the next code may be sent, milliseconds since the epoch. */
  nextAt: number;
  sending: boolean;
  /** Whether the code was sent again, to be told. */
  resent: boolean;
  onResend(): void;
}

/** Counts down to another code, then offers it. The seconds are for the eyes; the end is also said. */
export function ResendLine({ nextAt, sending, resent, onResend }: Props) {
  const { t } = useTranslation('profile');
  const seconds = useSecondsUntil(nextAt);
  const waiting = seconds > 0;
  return (
    <div className={classes.resend}>
      {waiting && <span aria-hidden>{t('phone.resendIn', { seconds })}</span>}
      {!waiting && (
        <Button variant="subtle" size="xs" loading={sending} onClick={onResend}>
          {t('phone.resend')}
        </Button>
      )}
      <VisuallyHidden role="status">
        {waiting ? resent && t('phone.resent') : t('phone.mayResend')}
      </VisuallyHidden>
    </div>
  );
}
