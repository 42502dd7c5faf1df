import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleFlight } from '../client/use-single-flight.ts';
import { showNotice } from './toast.ts';
import classes from './undo-toast.module.css';

interface Undoable {
  /** What was done. */
  text: string;
  /** When undo ends, by this page's clock; ten seconds from now unless given. */
  until?: number;
  /** Undoes it and says what went wrong; resolves to whether it can be tried again. */
  onUndo(): Promise<boolean> | undefined;
}

/** Undo of what happened last; Ctrl+Z takes the latest. */
const shown: (() => void)[] = [];

/** Says what was done and offers to undo it for some seconds: with the button or Ctrl+Z. */
export const undoToast = (what: Undoable): void =>
  void showNotice((close) => <UndoToast until={Date.now() + UNDO_MS} {...what} close={close} />);

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

function UndoToast({ text, until, onUndo, close }: Undoable & { until: number; close(): void }) {
  const { t } = useTranslation('common');
  const [isUndoing, setUndoing] = useState(false);
  const [isOver, setOver] = useState(false);
  const once = useSingleFlight();
  /** Had the focus before the button. */
  const origin = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isDone = isOver && !isUndoing;

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(() => {
    if (!isDone) return;
    if (document.activeElement === button.current) origin.current?.focus({ preventScroll: true });
    close();
  }, [isDone, close]);

  const undo = async () => {
    setUndoing(true);
    const isOpen = (await onUndo()) ?? false;
    if (!isOpen) setOver(true);
    setUndoing(false);
  };
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => void once(undo);
  });
  useEffect(() => {
    const own = () => latest.current();
    const take = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented || shown.at(-1) !== own) return;
      // Text fields undo what was typed.
      if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
      event.preventDefault();
      own();
    };
    shown.push(own);
    addEventListener('keydown', take);
    return () => {
      shown.splice(shown.indexOf(own), 1);
      removeEventListener('keydown', take);
    };
  }, []);
  return (
    <span className={classes.line}>
      <span className={classes.text}>{text}</span>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Control+Z Meta+Z"
        loading={isUndoing}
        onFocus={({ relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement) origin.current = relatedTarget;
        }}
        onClick={() => void once(undo)}
      >
        {t('undo')}
      </Button>
    </span>
  );
}
