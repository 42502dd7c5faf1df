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
  /** Has the sections stand as a whole: what comes later above them would push them away. */
  onGo(): void;
}

/** Farther away than so many windows nobody follows the way there, and what comes into sight on it would change it. */
const FAR = 3;

function goTo({ current: section }: RefObject<HTMLElement | null>): void {
  if (!section) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isFar = section.getBoundingClientRect().top > FAR * innerHeight;
  section.scrollIntoView({ behavior: calm || isFar ? 'auto' : 'smooth', block: 'start' });
  section.focus({ preventScroll: true });
}

/** The other side, and the counts of comments and attachments that lead to their sections. */
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
