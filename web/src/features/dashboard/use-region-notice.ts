import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../client/session/session-store.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';

let toldTo: number | null = null;

/** Tells labs on EU servers, until they hide it, that cases of European customers may still be in the US. */
export function useRegionNotice(): void {
  const { t } = useTranslation('dashboard');
  const inform = useInform();
  const session = useSession();
  const isForMe =
    session.status === 'in' && session.user.inst_type_guessed === 'Lab' && session.serverLoc === 'EU';
  const userId = isForMe ? session.user.id : null;
  useEffect(() => {
    if (userId === null || toldTo === userId) return;
    toldTo = userId;
    void inform({ kind: 'info', content: t('euNotice'), hideKey: 'eu-regions' });
  }, [userId, inform, t]);
}
