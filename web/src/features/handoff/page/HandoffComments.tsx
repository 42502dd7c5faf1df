import { MAX_COMMENT } from '@cusp/contract/comments.routes';
import type { HandoffCase } from '@cusp/contract/handoff';
import { addHandoffComment } from '@cusp/contract/handoff.routes';
import { inOwnOrder } from '@cusp/text/unseen';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { isSendable, LongTextarea } from '../../../ui/LongTextarea.tsx';
import classes from './handoff.module.css';

/** The comments of the case and an input for the next one. A comment that could not be sent stays in the input. */
export function HandoffComments({ connection, comments }: Pick<HandoffCase, 'connection' | 'comments'>) {
  const { t } = useTranslation('handoff');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { dateTime } = useFormat();
  const queries = useQueryClient();
  const [comment, setComment] = useState('');
  // Idempotency key: the same text is posted once, even if a response is lost, and a changed one gets a new key.
  const key = useRef(uuid());
  const write = (text: string) => {
    key.current = uuid();
    setComment(text);
  };
  const post = useSubmit(addHandoffComment, {
    onSuccess: () => {
      write('');
      void queries.invalidateQueries({ queryKey: ['handoff'] });
    },
  });
  const isReady = isSendable(comment, MAX_COMMENT);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) post.mutate({ query: { connection }, body: { comment, key: key.current } });
  }
  return (
    <section className={classes.section} aria-label={t('page.comments')}>
      <h2 className={classes.heading}>{t('page.comments')}</h2>
      {comments.length === 0 && <p className={classes.quiet}>{t('page.noComments')}</p>}
      <ul className={classes.comments}>
        {comments.map(({ id, name, text, reply_to, created_date }) => (
          <li key={id}>
            <div className={classes.quiet}>
              <DottedLine facts={[name || common('unknown'), dateTime(created_date)]} />
            </div>
            {reply_to && !reply_to.is_deleted && (
              <p className={classes.quote} dir="auto">
                {reply_to.name || common('unknown')}: {inOwnOrder(reply_to.text)}
              </p>
            )}
            <p className={classes.text} dir="auto">
              {inOwnOrder(text)}
            </p>
          </li>
        ))}
      </ul>
      <form className={classes.form} onSubmit={submit}>
        <LongTextarea
          label={t('page.comment')}
          minRows={2}
          maxRows={8}
          max={MAX_COMMENT}
          // Text typed while the comment is being sent would be lost.
          readOnly={post.isPending}
          value={comment}
          error={post.error ? errorText(errors, post.error) : undefined}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <Button type="submit" loading={post.isPending} disabled={!isReady}>
          {t('page.post')}
        </Button>
      </form>
    </section>
  );
}
