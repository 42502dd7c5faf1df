import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clearAndReload } from '../client/session/session.ts';
import { useInform } from '../ui/dialogs/confirm-context.ts';

/** Says that the session is over. Dismissing it clears what is stored about the person and reloads the page. */
export default function SessionOver() {
  const { t } = useTranslation('shell');
  const inform = useInform();
  useEffect(() => {
    void inform({ kind: 'warning', content: t('relogin') }).then(clearAndReload);
  }, [inform, t]);
  return null;
}
