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
/** Changes that are being sent, and those whose offer is not drawn yet. */
let coming = 0;
/** Ctrl+Z was pressed for one that is coming. */
let isWanted = false;

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

addEventListener('keydown', (event) => {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
  if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return;
  // Text fields undo what was typed.
  if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
  const latest = shown.at(-1);
  if (coming === 0 && !latest) return;
  event.preventDefault();
  if (coming > 0) isWanted = true;
  else latest?.();
});

/** Sends a change whose undo is offered next: a Ctrl+Z meanwhile undoes it as soon as the offer is there. */
export async function beforeUndo<Reply>(change: Promise<Reply>): Promise<Reply> {
  coming += 1;
  try {
    return await change;
  } catch (error) {
    isWanted = false;
    throw error;
  } finally {
    coming -= 1;
  }
}

/** Says what was done and offers to undo it for some seconds: with the button or Ctrl+Z. */
export function undoToast(what: Undoable): void {
  coming += 1;
  void showNotice((close) => <UndoToast until={Date.now() + UNDO_MS} {...what} close={close} />);
}

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
    shown.push(own);
    coming -= 1;
    if (isWanted) own();
    isWanted = false;
    return () => void shown.splice(shown.indexOf(own), 1);
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
