import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialogs.module.css';
import { useFirstFocusReturn } from './use-first-focus-return.ts';

export const MODAL_FADE_MS = 250;

/** A dialog of the house: 392 px wide (320 on phones) unless `size` says otherwise, fading in 0.25 s. */
export function CuspModal({ classNames, ...props }: ModalProps) {
  const { t } = useTranslation('common');
  useFirstFocusReturn(props.opened);
  return (
    <Modal
      size="var(--dialog-width)"
      transitionProps={{ transition: 'fade', duration: MODAL_FADE_MS }}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Mantine makes it a <header>, which in a dialog would be another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      {...props}
      classNames={{ root: classes.root, title: classes.title, content: classes.content, ...classNames }}
    />
  );
}

/**
 * Gives the focus back to where a dialog was asked for that was drawn open at once, as one whose code came with the
 * click. Mantine knows it only of a dialog that it saw opening.
 */
function useFirstFocusReturn(opened: boolean): void {
  const [asked, setAsked] = useState(() => (opened ? document.activeElement : null));
  useEffect(() => {
    if (opened || !(asked instanceof HTMLElement)) return;
    const timer = setTimeout(() => {
      asked.focus({ preventScroll: true });
      setAsked(null);
    }, 10);
    return () => clearTimeout(timer);
  }, [opened, asked]);
}
