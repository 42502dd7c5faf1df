import type { CaseDetail } from '@cusp/contract/cases';
import { UnstyledButton } from '@mantine/core';
import { IconMessage, IconPaperclip } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadOf } from '../conversation/new-comments.ts';
import { scrollToPlace } from '../scroll-to-place.ts';
import classes from './detail-top.module.css';

export interface Sections {
  attachments: RefObject<HTMLElement | null>;
  /** Shows the conversation. */
  onComments(): void;
  /** Renders all sections, because those that appear later would push the target away. */
  onGo(): void;
}

/** The numbers of comments and attachments, as links to their sections. */
export function Counts({ dentalCase, attachments, onComments, onGo }: Sections & { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const unread = unreadOf(dentalCase.comments).length;
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
        onClick={() => {
          onGo();
          onComments();
        }}
      >
        <IconMessage size={16} aria-hidden />
        {dentalCase.comments.length}
      </UnstyledButton>
      <UnstyledButton
        className={classes.count}
        aria-label={files}
        title={files}
        onClick={() => {
          onGo();
          if (!attachments.current) return;
          scrollToPlace(attachments.current, 'start');
          attachments.current.focus({ preventScroll: true });
        }}
      >
        <IconPaperclip size={16} aria-hidden />
        {dentalCase.files.length}
      </UnstyledButton>
    </div>
  );
}
