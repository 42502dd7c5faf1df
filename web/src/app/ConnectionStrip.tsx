import type { Language } from '@cusp/contract/wire';
import { formatClock } from '@cusp/text/clock';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../client/connection.ts';
import classes from './connection-strip.module.css';

/**
 * Shows above every page that the connection is lost and how old the content is. It is part of the first bundle,
 * because it could not be loaded without a connection.
 */
export function ConnectionStrip({ hasContent }: { hasContent: boolean }) {
  const { t, i18n } = useTranslation('common');
  const { isUp, isOffline, lastContact } = useConnection();
  useEffect(() => {
    if (isUp) return;
    document.documentElement.dataset.disconnected = '';
    return () => {
      delete document.documentElement.dataset.disconnected;
    };
  }, [isUp]);
  const what = isOffline ? 'offline' : 'noServer';
  return (
    <div role="status" className={isUp ? undefined : classes.strip}>
      {!isUp && (
        <>
          <IconCloudOff className={classes.icon} size={16} stroke={1.7} aria-hidden />
          <span>
            {hasContent && lastContact
              ? t(`connection.${what}Since`, { time: formatClock(lastContact, i18n.language as Language) })
              : t(`connection.${what}`)}
          </span>
        </>
      )}
    </div>
  );
}
