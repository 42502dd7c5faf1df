import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useLeaveQuestion } from './dialogs/use-leave-question.ts';

/**
 * While `unsaved`, asks before the page is left: for links and Back in our dialog, for closing the tab in the
 * browser's own. The router cannot block Back, so this uses the Navigation API; without it only closing the
 * tab is covered.
 */
export function useUnsavedWarning(unsaved: boolean): void {
  const ask = useEffectEvent(useLeaveQuestion());
  const navigate = useNavigate();
  const go = useEffectEvent((path: string, isReplaced: boolean) => navigate(path, { replace: isReplaced }));

  useEffect(() => {
    if (!unsaved) return;
    let asking = false;
    let agreed = false;
    const onClose = (event: BeforeUnloadEvent) => {
      if (!agreed) event.preventDefault();
    };
    const onNavigate = (event: NavigateEvent) => {
      const to = new URL(event.destination.url);
      const samePage = to.pathname === location.pathname;
      if (
        agreed ||
        samePage ||
        to.origin !== location.origin ||
        !event.cancelable ||
        event.downloadRequest !== null
      )
        return;
      event.preventDefault();
      if (asking) return;
      asking = true;
      const { navigationType, destination } = event;
      void ask().then((leaves) => {
        asking = false;
        if (!leaves) return;
        agreed = true;
        if (navigationType === 'traverse') window.navigation.traverseTo(destination.key);
        else void go(to.pathname + to.search + to.hash, navigationType === 'replace');
      });
    };
    addEventListener('beforeunload', onClose);
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', onClose);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [unsaved]);
}
