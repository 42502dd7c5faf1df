import type { StatusAction } from '@cusp/contract/cases';
import { Button, Loader } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './detail-top.module.css';
import type { StatusChange } from './use-status-change.ts';

/** How long a button whose action has just changed ignores clicks, because they were meant for the previous action. */
const SETTLE_MS = 600;

/** Whether a value has not changed for a moment; true at first. */
export function useSettled(value: unknown): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}

/** Names actions by the person's activity, where the specification's label is the name of a status. */
export function useStepNames(): (action: StatusAction) => string {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const names = { PROC: t('detail.startWork'), OPEN: t('detail.openAgain') } as Partial<
    Record<StatusAction, string>
  >;
  return (action) => names[action] ?? dental(`actions.${action}`);
}

interface NextActionProps {
  action: StatusAction;
  change: StatusChange;
  /** Gets the focus if the focused button disappears. */
  heir: RefObject<HTMLElement | null>;
}

/** The one usual next step of a case: a click changes its status. */
export function NextAction({ action, change, heir }: NextActionProps) {
  const stepName = useStepNames();
  const isSettled = useSettled(action);
  const isOff = change.pending !== null || !isSettled;
  const leave = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button && document.activeElement === button) heir.current?.focus();
    },
    [heir],
  );
  return (
    <Button
      ref={leave}
      className={classes.next}
      variant={action === 'REOP' || action === 'OPEN' ? 'default' : 'filled'}
      // A disabled button would lose the focus.
      aria-disabled={isOff || undefined}
      leftSection={change.pending === action && <Loader size={14} color="currentcolor" />}
      onClick={({ detail: clicks }) => {
        // The second click of a double click may come after the first one has changed the action.
        if (!isOff && clicks < 2) change.take(action);
      }}
    >
      {stepName(action)}
    </Button>
  );
}
