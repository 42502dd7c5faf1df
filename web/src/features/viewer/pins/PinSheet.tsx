import { CloseButton } from '@mantine/core';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { dock } from '../use-room.ts';
import styles from './pins.module.css';
import { useKeyboardHeight } from './use-keyboard-height.ts';

interface PinSheetProps {
  ref?: RefObject<HTMLElement | null>;
  title: string;
  /** Buttons beside the title. */
  tools?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A card in the corner of the viewer; on phones a sheet at its lower edge, above the keyboard. */
export function PinSheet({ ref, title, tools, onClose, children }: PinSheetProps) {
  const { t } = useTranslation('viewer');
  const keyboard = { '--keyboard': `${useKeyboardHeight()}px` } as CSSProperties;
  return (
    <section
      ref={ref}
      className={styles.sheet}
      style={keyboard}
      aria-label={title}
      tabIndex={-1}
      data-sheet
      {...dock}
    >
      <div className={styles.sheetHead}>
        <h4 className={styles.sheetTitle}>{title}</h4>
        {tools}
        <CloseButton size="lg" iconSize={20} aria-label={t('dismiss')} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
