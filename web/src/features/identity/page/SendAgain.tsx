import type { MailPace } from '@cusp/contract/accounts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { useSecondsUntil } from '../../../ui/use-seconds-until.ts';
import { nextAtOf } from './entry-state.ts';
import classes from './outcome.module.css';

interface Props {
  label: string;
  /** When the next mail can be sent, in milliseconds since the epoch; 0 for at once. */
  nextAt: number;
  send(): Promise<MailPace>;
  /** Shown after sending again; omitted if the page itself shows it. */
  done?: string;
}

/** Sends a mail again, and shows when the next one is possible. */
export function SendAgain({ label, nextAt: first, send, done = '' }: Props) {
  const { t, i18n } = useTranslation('signup');
  const { t: errors } = useTranslation('errors');
  const once = useSingleFlight();
  const [busy, setBusy] = useState(false);
  const [nextAt, setNextAt] = useState(first);
  const [notice, setNotice] = useState<string | null>(null);
  const seconds = useSecondsUntil(nextAt);
  async function again(): Promise<void> {
    setBusy(true);
    setNotice(null);
    try {
      const pace = await send();
      setNextAt(nextAtOf(pace));
      setNotice(pace.sent ? done : t('mail.tooSoon'));
    } catch (error) {
      setNotice(errorText(errors, error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={classes.again}>
      <Button variant="default" loading={busy} disabled={seconds > 0} onClick={() => void once(again)}>
        {label}
      </Button>
      <p className={classes.note} role="status">
        {notice}
      </p>
      {/* Hidden from screen readers, because a countdown every second would drown out everything else. */}
      {seconds > 0 && (
        <p className={classes.note} aria-hidden>
          {t('mail.next', { when: whenText(seconds, i18n.language) })}
        </p>
      )}
    </div>
  );
}
