import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialogs.module.css';

/** The focused element; for an entry of a menu, which is gone when the dialog closes, the button of the menu. */
function focusedNow(): Element | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || activeElement;
}

/** Returns the focus to the opener of a dialog, also of one that was mounted open or opened from a menu. */
function useFocusReturn(opened: boolean): void {
  const [wasOpened, setWasOpened] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpener(focusedNow());
  }
  useEffect(() => {
    if (opened || !(opener instanceof HTMLElement)) return;
    setOpener(null);
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    const inDialog = () => document.activeElement?.closest('[role="dialog"]') !== null;
    if (isLost() || inDialog()) opener.focus({ preventScroll: true });
  }, [opened, opener]);
}

const MODAL_FADE_MS = 250;

/** The standard dialog: 392 px wide (320 on phones) unless `size` is given, fading in over 0.25 s. */
export function CuspModal({ classNames, ...props }: ModalProps) {
  const { t } = useTranslation('common');
  useFocusReturn(props.opened);
  return (
    <Modal
      size="var(--dialog-width)"
      transitionProps={{ transition: 'fade', duration: MODAL_FADE_MS }}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Mantine uses a <header>, which in a dialog would be another banner landmark.
      attributes={{ header: { role: 'presentation' } }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      {...props}
      classNames={{ root: classes.root, title: classes.title, content: classes.content, ...classNames }}
    />
  );
}
