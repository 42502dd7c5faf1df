import type { removeCases } from '@cusp/contract/case-changes.routes';
import { UNDO_MS, undoRemoveCases } from '@cusp/contract/case-changes.routes';
import type { CaseListItem } from '@cusp/contract/case-list';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { fullName } from '@cusp/text/names';
import { Button, CloseButton, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTemporary } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './undo-notice.module.css';

const TICK_MS = 100;

/**
 * Whole seconds until a moment, and the remaining share of the undo time; corrected when a hidden page becomes visible
 * again.
 */
function useSecondsLeft(until: number): { seconds: number; share: number } {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return { seconds: Math.ceil(left / 1000), share: Math.min(1, left / UNDO_MS) };
}

interface UndoNoticeProps extends OutcomeProps {
  /** The id of the deletion in the server's response. */
  deletion: number;
  /** When undo ends, by this page's clock. */
  until: number;
  onUndone(): void;
  close(): void;
}

/**
 * Reports deleted cases and offers undo while possible. If some could not be deleted, it lists all and stays until
 * dismissed.
 */
export function UndoNotice({ deletion, deleted, kept, until, onUndone, close }: UndoNoticeProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const [isUndoing, setUndoing] = useState(false);
  const once = useSingleFlight();
  const button = useRef<HTMLButtonElement>(null);
  const { seconds, share } = useSecondsLeft(until);
  const isOver = seconds === 0 && !isUndoing;
  const isRead = isOver && kept.length === 0;
  const count = deleted.length;
  useEffect(() => {
    if (isRead) close();
  }, [isRead, close]);
  // The delete button that had the focus no longer exists.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);

  const undo = async () => {
    setUndoing(true);
    try {
      await call(undoRemoveCases, { params: { id: deletion } });
      onUndone();
      toastDone(t('list.restored', { count }));
    } catch (error) {
      toastError(errorText(errors, error));
      // There may be time to try again.
      if (isTemporary(error)) return setUndoing(false);
    }
    close();
  };
  return (
    <div className={classes.notice}>
      <div className={classes.line}>
        <span className={classes.words}>
          {t('list.deleted', { count })}
          {/* Announced once, not every second. */}
          {!isOver && (
            <span className={classes.left} aria-hidden>
              {t('list.undoLeft', { count: seconds })}
            </span>
          )}
        </span>
        {isOver ? (
          <CloseButton size="sm" aria-label={t('common:close')} onClick={close} />
        ) : (
          <Button ref={button} size="xs" variant="light" loading={isUndoing} onClick={() => void once(undo)}>
            {t('list.undo')}
          </Button>
        )}
      </div>
      {kept.length > 0 && <Outcome deleted={deleted} kept={kept} />}
      {!isOver && <Progress value={share * 100} size={3} transitionDuration={100} aria-hidden />}
    </div>
  );
}

export interface OutcomeProps {
  deleted: readonly CaseListItem[];
  kept: readonly { item: CaseListItem; code: ReplyFrom<typeof removeCases>['kept'][number]['code'] }[];
}

const nameOf = ({ no, case: { pat_firstname, pat_lastname } }: CaseListItem) =>
  [no, fullName(pat_firstname, pat_lastname)].filter(Boolean).join(' · ');

/** The deleted cases, and those that were not deleted. */
function Outcome({ deleted, kept }: OutcomeProps) {
  const { t } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  return (
    <dl className={classes.outcome}>
      <dt>{t('list.kept', { count: kept.length })}</dt>
      {kept.map(({ item, code }) => (
        <dd key={item.id}>
          {nameOf(item)}
          <span className={classes.why}>{code === 'not_found' ? t('detail.gone') : errors(code)}</span>
        </dd>
      ))}
      <dt>{t('list.deleted', { count: deleted.length })}</dt>
      {deleted.map((item) => (
        <dd key={item.id}>{nameOf(item)}</dd>
      ))}
    </dl>
  );
}
