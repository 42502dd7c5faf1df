import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text.ts';
import { Drawing } from './Drawing.tsx';
import classes from './states.module.css';

interface Props {
  /** The error, usually an `ApiError`. */
  error: unknown;
  title?: string;
  onRetry?(): void;
}

/** Replaces something that could not be loaded. */
export function ErrorState({ error, title, onRetry }: Props) {
  const { t } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const id = requestIdOf(error);
  const isClosed = isClosedToSession(error);
  return (
    <div className={classes.state} role="alert">
      {isOffline(error) ? (
        <Drawing name="offline" />
      ) : (
        <span className={classes.icon} aria-hidden>
          {isClosed ? <IconLock size={22} /> : <IconAlertTriangle size={22} />}
        </span>
      )}
      <p className={classes.title}>{title ?? t('loadFailed')}</p>
      <p className={classes.text}>{errorText(words, error)}</p>
      {id && <p className={classes.id}>{t('requestId', { id })}</p>}
      {import.meta.env.DEV && error instanceof Error && <pre className={classes.stack}>{error.stack}</pre>}
      {onRetry && !isClosed && (
        <Button className={classes.action} variant="default" size="sm" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

const isOffline = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 0;

/** Whether sessions like this one can never get the requested data, so that a retry is useless. */
const isClosedToSession = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'closed_to_support' || error.code === 'closed_to_guests');

const requestIdOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : null;
