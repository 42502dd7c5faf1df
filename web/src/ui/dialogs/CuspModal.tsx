import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialogs.module.css';

/** Gives the focus back to what opened a dialog that came to be open; of later openings Mantine knows itself. */
function useFirstFocusReturn(opened: boolean): void {
  const [opener, setOpener] = useState(() => (opened ? document.activeElement : null));
  useEffect(() => {
    if (opened || !(opener instanceof HTMLElement)) return;
    setOpener(null);
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    const inDialog = () => document.activeElement?.closest('[role="dialog"]') !== null;
    if (isLost() || inDialog()) opener.focus({ preventScroll: true });
  }, [opened, opener]);
}

const MODAL_FADE_MS = 250;

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
