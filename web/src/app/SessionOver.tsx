import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clearAndReload } from '../client/session/session.ts';
import { useSession } from '../client/session/session-store.ts';
import { useInform } from '../ui/dialogs/confirm-context.ts';

/**
 * Shows that the session has ended, and why if the person’s data has moved, in front of any open dialog. Dismissing it
 * clears what is stored about the person and reloads the page.
 */
export default function SessionOver() {
  const { t } = useTranslation('shell');
  const inform = useInform();
  const session = useSession();
  const hasMoved = 'user' in session && session.user.settings.data_moving === true;
  useEffect(() => {
    void inform({
      kind: hasMoved ? 'info' : 'warning',
      content: t(hasMoved ? 'moving.over' : 'relogin'),
      isUrgent: true,
    }).then(clearAndReload);
  }, [inform, t, hasMoved]);
  return null;
}
