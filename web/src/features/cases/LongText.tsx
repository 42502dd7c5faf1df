import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './long-text.module.css';

interface LongTextProps {
  text: ReactNode;
  /** Lines shown before it is expanded. */
  lines: number;
}

/** A user's text with its line breaks; a long one can be expanded. */
export function LongText({ text, lines }: LongTextProps) {
  const { t } = useTranslation('cases');
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isOpen) return;
    // The observer also fires once at the start, after layout and before paint. Measuring here instead would force a
    // layout for every text.
    const watcher = new ResizeObserver(() =>
      flushSync(() => setCut(element.scrollHeight > element.clientHeight + 1)),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isOpen]);
  return (
    <div>
      <p
        ref={box}
        className={classes.text}
        data-cut={!isOpen || undefined}
        style={isOpen ? undefined : { WebkitLineClamp: lines }}
        dir="auto"
      >
        {text}
      </p>
      {(isCut || isOpen) && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('showLess') : t('showMore')}
        </UnstyledButton>
      )}
    </div>
  );
}
