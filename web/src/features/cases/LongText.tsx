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

type Report = (isCut: boolean) => void;

const watched = new Map<Element, Report>();
/** What was reported last; nothing is false. */
const reported = new WeakMap<Element, boolean>();
let watcher: ResizeObserver | undefined;

/** Measures all texts before any is rendered again, because a render between two measurements forces a layout. */
function measure(entries: readonly ResizeObserverEntry[]): void {
  const changed = entries.flatMap(({ target }) => {
    const isCut = target.scrollHeight > target.clientHeight + 1;
    return isCut === (reported.get(target) ?? false) ? [] : [{ target, isCut }];
  });
  if (changed.length === 0) return;
  flushSync(() => {
    for (const { target, isCut } of changed) {
      reported.set(target, isCut);
      watched.get(target)?.(isCut);
    }
  });
}

/**
 * Reports when a text is cut or no longer cut, with one observer for all texts. It also measures once at the start, after
 * layout and before paint; doing so earlier would force a layout for every text.
 */
function watch(element: Element, report: Report): () => void {
  watcher ??= new ResizeObserver(measure);
  watched.set(element, report);
  watcher.observe(element);
  return () => {
    watched.delete(element);
    watcher?.unobserve(element);
  };
}

/** A user's text with its line breaks; a long one can be expanded. */
export function LongText({ text, lines }: LongTextProps) {
  const { t } = useTranslation('cases');
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (box.current && !isOpen) return watch(box.current, setCut);
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
