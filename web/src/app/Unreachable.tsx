import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../client/api-error.ts';
import { checkConnection, connection, onConnection } from '../client/connection.ts';
import { restoreSession } from '../client/session/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import classes from './full-page.module.css';

const error = new ApiError(0, { code: 'offline' });

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The wait before the next attempt. It doubles, because many tabs may wait for one server. */
let wait = FIRST_WAIT_MS;

function retry(): void {
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  void restoreSession();
}

/**
 * Shown when the stored session could not be verified because the server did not respond. Retries after a while, and
 * immediately when the connection is back.
 */
export default function Unreachable() {
  const { t } = useTranslation('shell');
  useEffect(() => {
    void checkConnection();
    // The connection may have come back between the failed request and the check.
    const timer = setTimeout(retry, wait);
    const end = onConnection(() => {
      if (!connection().isUp) return;
      wait = FIRST_WAIT_MS;
      retry();
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  return (
    <main className={classes.page}>
      <ErrorState error={error} title={t('unreachable')} onRetry={() => void restoreSession()} />
    </main>
  );
}
