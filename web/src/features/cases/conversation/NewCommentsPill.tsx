import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entryId } from '../comments/go-to-comment.ts';
import classes from './composer.module.css';

type Place = 'above' | 'below';

/** About the height of the composer with this button, which covers the lower end of a page. */
const COVERED = '0px 0px -120px';

/**
 * The comments of the page that are out of view, and on which side.
 *
 * @param drawn Changes whenever comments were added to the page.
 */
function useOutOfView(ids: readonly number[], drawn: unknown): ReadonlyMap<number, Place> {
  const [places, setPlaces] = useState<ReadonlyMap<number, Place>>(new Map());
  const wanted = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements are looked for again.
  useEffect(() => {
    setPlaces(new Map());
    const elements = wanted.split(',').flatMap((id) => document.getElementById(entryId(Number(id))) ?? []);
    if (elements.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setPlaces((before) => {
          const next = new Map(before);
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const id = Number(target.id.slice(entryId(0).length - 1));
            if (isIntersecting) next.delete(id);
            else next.set(id, boundingClientRect.top < innerHeight / 2 ? 'above' : 'below');
          }
          return next;
        }),
      { rootMargin: COVERED },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [wanted, drawn]);
  return places;
}

interface NewCommentsPillProps {
  /** Ids of the unread comments by others, oldest first. */
  unread: readonly number[];
  /** Changes whenever comments were added to the page. */
  drawn: unknown;
  onShow(commentId: number): void;
}

/** Leads to unread comments that are out of view; nothing is shown while all are in view. */
export function NewCommentsPill({ unread, drawn, onShow }: NewCommentsPillProps) {
  const { t } = useTranslation('cases');
  const places = useOutOfView(unread, drawn);
  const away = unread.filter((id) => places.has(id));
  const [first] = away;
  const Arrow = first !== undefined && places.get(first) === 'above' ? IconArrowUp : IconArrowDown;
  return (
    <div className={classes.pillPlace} role="status">
      {first !== undefined && (
        <UnstyledButton className={classes.pill} onClick={() => onShow(first)}>
          {t('comments.newOnes', { count: away.length })}
          <Arrow size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  );
}
