import type { CaseDetail } from '@cusp/contract/cases';
import { UnstyledButton } from '@mantine/core';
import { IconMessage, IconPaperclip } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar, PersonName } from '../../../ui/PersonAvatar.tsx';
import { isSender } from '../case-facts.ts';
import classes from './counts-bar.module.css';

interface CountsBarProps {
  dentalCase: CaseDetail;
  comments: RefObject<HTMLElement | null>;
  attachments: RefObject<HTMLElement | null>;
  /** Renders all sections, because those that appear later would push the target away. */
  onGo(): void;
}

/** In window heights; longer distances jump instead of scrolling smoothly. */
const FAR = 3;
const MOST_TRIES = 10;

function goTo({ current: section }: RefObject<HTMLElement | null>): void {
  if (!section) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isFar = section.getBoundingClientRect().top > FAR * innerHeight;
  if (calm || isFar) arriveAt(section);
  else section.scrollIntoView({ behavior: 'smooth', block: 'start' });
  section.focus({ preventScroll: true });
}

/**
 * Scrolls to a section. Content above it renders only when it comes into view and pushes it away, so this repeats
 * until the position is stable.
 */
function arriveAt(section: HTMLElement, before = Number.NaN, tries = MOST_TRIES): void {
  section.scrollIntoView({ block: 'start' });
  const { top } = section.getBoundingClientRect();
  if (top !== before && tries > 0) requestAnimationFrame(() => arriveAt(section, top, tries - 1));
}

/** The other side, and the counts of comments and attachments as links to their sections. */
export function CountsBar({ dentalCase, comments, attachments, onGo }: CountsBarProps) {
  const { t } = useTranslation('cases');
  const go = (section: RefObject<HTMLElement | null>) => {
    onGo();
    goTo(section);
  };
  const { author, to, usertype } = dentalCase;
  const other = isSender(usertype) ? to : author;
  return (
    <div className={classes.countsBar}>
      <PersonAvatar name={other.username} picture={other.picture} size={36} />
      <div className={classes.other}>
        <span className={classes.otherName} title={other.username}>
          <PersonName name={other.username} />
        </span>
        <span className={classes.otherText} title={other.institution}>
          {other.institution}
        </span>
      </div>
      <div className={classes.counts}>
        <UnstyledButton className={classes.count} onClick={() => go(comments)}>
          <IconMessage size={16} aria-hidden />
          {t('list.comments', { count: dentalCase.comments.length })}
        </UnstyledButton>
        <UnstyledButton className={classes.count} onClick={() => go(attachments)}>
          <IconPaperclip size={16} aria-hidden />
          {t('detail.attachmentsCount', { count: dentalCase.files.length })}
        </UnstyledButton>
      </div>
    </div>
  );
}
