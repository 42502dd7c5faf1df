import type { CaseDetail } from '@cusp/contract/cases';
import { UnstyledButton } from '@mantine/core';
import { IconMessage, IconPaperclip } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './detail-top.module.css';

export interface Sections {
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

/** The numbers of comments and attachments, as links to their sections. */
export function Counts({ dentalCase, comments, attachments, onGo }: Sections & { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const go = (section: RefObject<HTMLElement | null>) => {
    onGo();
    goTo(section);
  };
  const unread = dentalCase.comments.filter(({ is_unread, author }) => is_unread && author !== 1).length;
  const said = [
    t('list.comments', { count: dentalCase.comments.length }),
    unread > 0 && t('list.unread', { count: unread }),
  ];
  const files = t('detail.attachmentsCount', { count: dentalCase.files.length });
  return (
    <div className={classes.counts}>
      <UnstyledButton
        className={classes.count}
        data-unread={unread > 0 || undefined}
        aria-label={said.filter(Boolean).join(', ')}
        title={said.filter(Boolean).join(', ')}
        onClick={() => go(comments)}
      >
        <IconMessage size={16} aria-hidden />
        {dentalCase.comments.length}
      </UnstyledButton>
      <UnstyledButton
        className={classes.count}
        aria-label={files}
        title={files}
        onClick={() => go(attachments)}
      >
        <IconPaperclip size={16} aria-hidden />
        {dentalCase.files.length}
      </UnstyledButton>
    </div>
  );
}
