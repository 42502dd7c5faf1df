import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../client/api-error.ts';
import { checkConnection, connection, onConnection } from '../client/connection.ts';
import { restoreSession } from '../client/session/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import classes from './full-page.module.css';

const error = new ApiError(0, { code: 'offline' });

/** Shown when the stored session could not be verified because the server did not respond. */
export default function Unreachable() {
  const { t } = useTranslation('shell');
  useEffect(() => {
    void checkConnection();
    return onConnection(() => {
      if (connection().isUp) void restoreSession();
    });
  }, []);
  return (
    <main className={classes.page}>
      <ErrorState error={error} title={t('unreachable')} onRetry={() => void restoreSession()} />
    </main>
  );
}
