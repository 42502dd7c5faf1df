import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './long-text.module.css';

interface LongTextProps {
  text: ReactNode;
  /** Lines shown before the rest has to be asked for. */
  lines: number;
}

/** A text of people with its line breaks; a long one opens on request. */
export function LongText({ text, lines }: LongTextProps) {
  const { t } = useTranslation('cases');
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isOpen) return;
    // It looks once at the beginning too, when the page has its places, and what follows is painted with them:
    // asking here would have the browser find the places for every text on its own.
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
