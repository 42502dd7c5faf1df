import { Alert, Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connection, noteCleared, onConnection, useConnection } from '../../client/connection.ts';
import { useSession } from '../../client/session/session-store.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './offline.module.css';
import { isOffline, refreshCases, sendWaiting, startOffline, useOffline } from './offline.ts';
import { forgetLost, useQueue } from './queue.ts';
import { WaitingChanges } from './WaitingChanges.tsx';

const REFRESH_MS = 600_000;
/** First words of the keys of forms, whose content the person is editing. */
const FORMS: readonly unknown[] = ['open-draft', 'open-order'];

/**
 * Keeps the last cases while it is mounted, sends waiting changes, and shows above every page what can be read and what
 * waits.
 */
export default function OfflineBanner() {
  const { t } = useTranslation('cases');
  const { recent } = useFormat();
  const queries = useQueryClient();
  const { isUp } = useConnection();
  const { kept, isOver } = useOffline();
  const { waiting, lost, isUnstored } = useQueue();
  const [isOpen, setOpen] = useState(false);
  useKeeping(waiting.length, isOver);
  const refused = waiting.filter(({ refusal }) => refusal !== null).length;
  const isRead = !isUp && kept !== null;
  const isLocked = !isUp && isOver;
  useEffect(() => {
    // Content that was loaded earlier must not be shown longer than kept cases.
    if (!isLocked) return;
    noteCleared();
    void queries.resetQueries({ predicate: ({ queryKey: [first] }) => !FORMS.includes(first) });
  }, [isLocked, queries]);
  const { ref, height } = useElementSize();
  // The list of cases fills the rest of the window.
  useEffect(() => {
    document.documentElement.style.setProperty('--page-banner', `${height}px`);
    return () => void document.documentElement.style.removeProperty('--page-banner');
  }, [height]);
  return (
    <div ref={ref}>
      {(isRead || isLocked || waiting.length > 0) && (
        <div className={classes.banner} role="status">
          <span className={classes.words}>
            {isRead && <span>{t('offline.kept', { count: kept.rows.length, time: recent(kept.at) })}</span>}
            {isLocked && <span className={classes.problem}>{t('offline.over')}</span>}
            {waiting.length > refused && (
              <span>{t('offline.waiting', { count: waiting.length - refused })}</span>
            )}
            {isUnstored && <span className={classes.problem}>{t('offline.unstored')}</span>}
            {refused > 0 && (
              <span className={classes.problem}>{t('offline.refused', { count: refused })}</span>
            )}
          </span>
          {waiting.length > 0 && (
            <Button
              className={classes.show}
              size="compact-sm"
              variant="default"
              onClick={() => setOpen(true)}
            >
              {t('offline.show')}
            </Button>
          )}
        </div>
      )}
      {lost > 0 && (
        <Alert
          color="red"
          role="alert"
          withCloseButton
          onClose={forgetLost}
          closeButtonLabel={t('offline.close')}
        >
          {t('offline.lost', { count: lost })}
        </Alert>
      )}
      <CuspModal
        opened={isOpen && waiting.length > 0}
        onClose={() => setOpen(false)}
        title={t('offline.title')}
      >
        <WaitingChanges waiting={waiting} />
      </CuspModal>
    </div>
  );
}

/** Keeps the cases; `count` is the number of waiting changes, `isOver` means that the keys have to be renewed. */
function useKeeping(count: number, isOver: boolean): void {
  const { status } = useSession();
  const queries = useQueryClient();
  const before = useRef(count);
  useEffect(() => {
    // Neither the page's own changes nor those of other tabs arrive as live events here.
    if (count < before.current) void queries.invalidateQueries();
    before.current = count;
  }, [count, queries]);
  useEffect(() => {
    if (isOver && connection().isUp) startOffline().catch(() => {});
  }, [isOver]);
  useEffect(() => {
    if (status !== 'in') return;
    const go = async () => {
      if (!isOffline()) return startOffline();
      await sendWaiting();
      await refreshCases();
    };
    // Without a connection it starts once that is back.
    go().catch(() => {});
    const stop = onConnection(({ isUp }) => {
      if (!isUp) return;
      // Content of the page may be kept.
      void queries.invalidateQueries();
      go().catch(() => {});
    });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') go().catch(() => {});
    }, REFRESH_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [status, queries]);
}
