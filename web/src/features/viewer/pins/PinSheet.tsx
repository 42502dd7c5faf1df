import { CloseButton } from '@mantine/core';
import { type CSSProperties, type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dock } from '../use-insets.ts';
import styles from './pins.module.css';

/** Pixels at the lower edge of the page that an on-screen keyboard covers. */
const useKeyboardHeight = (): number => useSyncExternalStore(subscribe, height);

function subscribe(changed: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['resize', 'scroll'])
    window.visualViewport?.addEventListener(event, changed, { signal: listening.signal });
  return () => listening.abort();
}

function height(): number {
  const seen = window.visualViewport;
  // When zoomed in, the visual viewport is smaller without a keyboard.
  if (!seen || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}

interface PinSheetProps {
  ref?: RefObject<HTMLElement | null>;
  title: string;
  /** Buttons next to the title. */
  tools?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A card in the corner of the viewer; on phones a sheet at the bottom, above the keyboard. */
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
