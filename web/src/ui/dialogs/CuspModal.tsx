import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialogs.module.css';

/** Returns the focus to the opener of a dialog that was mounted open; Mantine handles later openings itself. */
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

/** The standard dialog: 392 px wide (320 on phones) unless `size` says otherwise, fading in over 0.25 s. */
export function CuspModal({ classNames, ...props }: ModalProps) {
  const { t } = useTranslation('common');
  useFirstFocusReturn(props.opened);
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
