import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { Button } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from './toast.ts';
import { offerUndo, type Undoable, type UndoOffer } from './undo-offers.ts';
import classes from './undo-toast.module.css';

/**
 * Announces a change and offers to undo it for some seconds: with the button or Ctrl+Z, which undoes the latest.
 * Returns the offer.
 */
export function undoToast(what: Undoable): UndoOffer {
  const offer = offerUndo({ until: Date.now() + UNDO_MS, ...what });
  let isDrawn = false;
  const draw = () => {
    if (isDrawn || !offer.isShown()) return;
    isDrawn = true;
    void showNotice((hide) => {
      const close = () => {
        isDrawn = false;
        hide();
      };
      return <UndoToast text={what.text} offer={offer} close={close} />;
    });
  };
  offer.subscribe(draw);
  draw();
  return offer;
}

function UndoToast({ text, offer, close }: { text: string; offer: UndoOffer; close(): void }) {
  const { t } = useTranslation('common');
  const phase = useSyncExternalStore(offer.subscribe, offer.phase);
  const isShown = useSyncExternalStore(offer.subscribe, offer.isShown);
  const isClosed = useRef(false);
  /** Element that had the focus before the button. */
  const origin = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown || isClosed.current) return;
    isClosed.current = true;
    if (document.activeElement === button.current) origin.current?.focus({ preventScroll: true });
    close();
  }, [isShown, close]);
  useEffect(() => () => void (isClosed.current || offer.dismiss()), [offer]);
  return (
    <span className={classes.line}>
      <span className={classes.text}>{text}</span>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Control+Z Meta+Z"
        loading={phase === 'undoing'}
        disabled={phase === 'paused'}
        onFocus={({ relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement) origin.current = relatedTarget;
        }}
        onClick={() => void offer.take()}
      >
        {t('undo')}
      </Button>
    </span>
  );
}
