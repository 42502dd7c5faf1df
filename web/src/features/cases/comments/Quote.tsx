import type { CaseComment } from '@cusp/contract/case-comment';
import { inOwnOrder } from '@cusp/text/unseen';
import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './quote.module.css';
import { keepUnsent, useUnsent } from './writing/unsent-comments.ts';

interface QuoteProps {
  reply: NonNullable<CaseComment['reply_to']>;
  onShow(): void;
}

/** The comment that a reply answers; pressing it leads there. */
export function Quote({ reply, onShow }: QuoteProps) {
  const { t } = useTranslation(['cases', 'common']);
  if (reply.is_deleted) return <p className={classes.quote}>{t('comments.gone')}</p>;
  const name = reply.author_is_unknown ? t('common:unknown') : reply.name;
  return (
    <UnstyledButton
      className={classes.quote}
      aria-label={t('comments.quoteOf', { name, text: reply.text })}
      onClick={onShow}
    >
      <span className={classes.quoteName}>{name}</span> {inOwnOrder(reply.text)}
    </UnstyledButton>
  );
}

interface ReplyBarProps {
  caseId: number;
  comments: readonly CaseComment[];
}

/** Shows above a draft which comment it answers. */
export function ReplyBar({ caseId, comments }: ReplyBarProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { replyTo } = useUnsent(caseId);
  if (replyTo === null) return null;
  const answered = comments.find(({ id }) => id === replyTo);
  const name = answered?.author_is_unknown ? t('common:unknown') : answered?.name;
  return (
    <div className={classes.replyBar} data-gone={!answered || undefined} role="status">
      <IconCornerUpLeft size={16} aria-hidden />
      <span className={classes.replyWords}>
        {answered ? (
          <>
            <span className={classes.quoteName}>{t('comments.replyTo', { name })}</span>{' '}
            {inOwnOrder(answered.text)}
          </>
        ) : (
          t('comments.replyGone')
        )}
      </span>
      <CloseButton
        size="sm"
        aria-label={t('comments.replyCancel')}
        onClick={() => keepUnsent(caseId, { replyTo: null })}
      />
    </div>
  );
}
