import { isPage } from '@cusp/contract/pages';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isSupportTab } from '../client/area.ts';
import { onWorkerMessage } from '../client/service-worker.ts';

/**
 * Opens the target of a clicked notification on any page, because the service worker chooses one without knowing its
 * content.
 */
export function useClickedNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // The notification is for the person of this browser, not for the customer of the support session.
    if (isSupportTab) return;
    return onWorkerMessage((message) => {
      const path = 'open' in message ? message.open : null;
      if (typeof path === 'string' && isPage(path)) void navigate(path);
    });
  }, [navigate]);
}
