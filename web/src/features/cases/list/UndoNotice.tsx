import { undoRemoveCases } from '@cusp/contract/case-changes';
import { Button, CloseButton, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPassing } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { Outcome, type OutcomeProps } from './Outcome.tsx';
import classes from './undo-notice.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

interface UndoNoticeProps extends OutcomeProps {
  /** The deletion, as its reply named it. */
  deletion: number;
  /** When it can be undone no more, as the clock of this page has it. */
  until: number;
  onUndone(): void;
  close(): void;
}

/**
 * Says that cases were deleted, and undoes it while there is time. Where some were not, it names them all and stays
 * until it was read.
 */
export function UndoNotice({ deletion, deleted, kept, until, onUndone, close }: UndoNoticeProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const [isUndoing, setUndoing] = useState(false);
  const isSent = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const { seconds, share } = useSecondsLeft(until);
  const isOver = seconds === 0 && !isUndoing;
  const isRead = isOver && kept.length === 0;
  const count = deleted.length;
  useEffect(() => {
    if (isRead) close();
  }, [isRead, close]);
  // The button that deleted is gone, and with it the focus.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);

  const undo = async () => {
    // A double click comes before the button knows that it is busy.
    if (isSent.current) return;
    isSent.current = true;
    setUndoing(true);
    try {
      await call(undoRemoveCases, { params: { id: deletion } });
      onUndone();
      toastDone(t('list.restored', { count }));
    } catch (error) {
      toastError(errorText(errors, error));
      if (isPassing(error)) {
        // There may be time to try again.
        isSent.current = false;
        return setUndoing(false);
      }
    }
    close();
  };
  return (
    <div className={classes.notice}>
      <div className={classes.line}>
        <span className={classes.words}>
          {t('list.deleted', { count })}
          {/* Read out once, not with each second. */}
          {!isOver && (
            <span className={classes.left} aria-hidden>
              {t('list.undoLeft', { count: seconds })}
            </span>
          )}
        </span>
        {isOver ? (
          <CloseButton size="sm" aria-label={t('common:close')} onClick={close} />
        ) : (
          <Button ref={button} size="xs" variant="light" loading={isUndoing} onClick={() => void undo()}>
            {t('list.undo')}
          </Button>
        )}
      </div>
      {kept.length > 0 && <Outcome deleted={deleted} kept={kept} />}
      {!isOver && <Progress value={share * 100} size={3} transitionDuration={100} aria-hidden />}
    </div>
  );
}
