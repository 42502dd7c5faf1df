import type { CaseDetail, NumberSystem } from '@cusp/contract/cases';
import { addComment } from '@cusp/contract/comments.routes';
import type { PersonHere } from '@cusp/contract/presence';
import { ActionIcon, Loader, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { useIsGuest } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useIncrementalRows } from '../../../ui/use-incremental-rows.ts';
import type { Uploading } from '../../files/files.offers.tsx';
import { useCaseHistory } from '../../history/history.offers.tsx';
import { WaitingOfCase } from '../../offline/offline.offers.ts';
import { entryId, goToComment } from '../comments/go-to-comment.ts';
import { keepUnsent, saveOrphans } from '../comments/writing/unsent-comments.ts';
import { isOverForGuest } from '../detail/use-allowed-case.ts';
import { scrollToPlace } from '../scroll-to-place.ts';
import { Composer, TypingLine } from './Composer.tsx';
import classes from './conversation.module.css';
import { NewCommentsPill } from './NewCommentsPill.tsx';
import { unreadOf, useNewComments } from './new-comments.ts';
import { Stream } from './Stream.tsx';
import { streamOf } from './stream.ts';
import { useHold } from './use-hold.ts';
import { useLeadTo } from './use-lead-to.ts';

export interface ConversationHandle {
  /** Scrolls to the first new comment, or to the latest. */
  open(): void;
  showComment(commentId: number): void;
}

interface ConversationProps {
  ref: Ref<ConversationHandle>;
  dentalCase: CaseDetail;
  /** The reader's number system. */
  system: NumberSystem;
  /** Other people who are viewing the case. */
  people: readonly PersonHere[];
  /** Uploads to the case; undefined if the person cannot add files. */
  uploads: Uploading | undefined;
  /** Opens the 3D view; undefined without scans. */
  onShowScans?: (() => void) | undefined;
  /** Shows the place in 3D that a comment is pinned to. */
  onShowPin(commentId: number): void;
}

const KEPT = 'commentsOnly';
/** Comments shown at first, and how many more each time. */
const FIRST = 30;
const MORE = 100;
/** Rows rendered in one pass: a comment takes several times as long as a row of the list. */
const STEPS = { atOnce: 4, most: 6 };

/** Whether this person hides the history, in all cases, until they change it. */
function useCommentsOnly(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readPersonal(KEPT) === true);
  const set = (next: boolean) => {
    setOn(next);
    writePersonal(KEPT, next);
  };
  return [isOn, set];
}

/** Whether this content was already on the screen before the current rendering; null is no content yet. */
function useSettled(content: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => setSettled(content), [content]);
  return content !== null && settled === content;
}

/** The comments of both sides and the history in one stream, oldest first, with the composer below. */
export const Conversation = memo(function Conversation(props: ConversationProps) {
  const { ref, dentalCase, system, people, uploads, ...shows } = props;
  const { t } = useTranslation(['cases', 'history']);
  const { id: caseId, comments } = dentalCase;
  const [commentsOnly, setCommentsOnly] = useCommentsOnly();
  const history = useCaseHistory(caseId, !commentsOnly);
  const fresh = useNewComments(comments);
  const [limit, setLimit] = useState(FIRST);
  const [isWhole, setWhole] = useState(false);
  const { entries, hasEarlier } = history;
  const { items, hidden } = useMemo(
    () =>
      streamOf(comments, commentsOnly ? [] : entries, {
        limit,
        fresh,
        hasEarlier: hasEarlier && !commentsOnly,
      }),
    [comments, commentsOnly, entries, limit, fresh, hasEarlier],
  );
  // The latest rows are rendered first, because the stream begins at its end.
  const latestFirst = useMemo(() => items.toReversed(), [items]);
  const drawn = useIncrementalRows(latestFirst, { ...STEPS, startsWhole: false, isWhole });
  const shown = useMemo(() => drawn.toReversed(), [drawn]);

  const isShown = commentsOnly || entries.length > 0;
  const isSettled = useSettled(isShown ? `${caseId} ${commentsOnly} ${limit}` : null);

  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [firstNew] = fresh;
  const start = firstNew === undefined ? undefined : () => document.getElementById(entryId(firstNew));
  const { isScrolling, holdEnd, holdRows, release } = useHold(box, content, start);
  const keepRows = () => {
    holdRows();
    // The button that was pressed disappears.
    box.current?.focus({ preventScroll: true });
  };
  const showComment = (commentId: number) => {
    // Rows that are added above would push the comment away.
    flushSync(() => {
      setLimit(Number.POSITIVE_INFINITY);
      setWhole(true);
    });
    release();
    goToComment(commentId);
  };
  useImperativeHandle(ref, () => ({
    open() {
      const [first] = unreadOf(comments);
      if (first !== undefined) return showComment(first);
      if (!box.current) return;
      if (isScrolling) holdEnd();
      else scrollToPlace(box.current, 'start');
      box.current.focus({ preventScroll: true });
    },
    showComment,
  }));

  const leadTo = useLeadTo({ comments, isScrolling, showComment, holdEnd, release });

  const lost = t('comments.editLost');
  useEffect(() => {
    if (saveOrphans(caseId, new Set(comments.map(({ id }) => id)))) toastError(lost);
  }, [caseId, comments, lost]);

  const isOver = isOverForGuest(dentalCase, useIsGuest());
  const mayComment = useMayCall(addComment) && !isOver;
  const pill = <NewCommentsPill unread={unreadOf(comments)} drawn={shown} onShow={showComment} />;
  return (
    <section className={classes.conversation} aria-label={t('conversation.title')}>
      <div className={classes.talk}>
        <div className={classes.head}>
          <h3 className={classes.title}>{t('conversation.title')}</h3>
          {history.isLoading && <Loader size={14} aria-hidden />}
          <Hint label={t('history:title')}>
            <ActionIcon
              variant={commentsOnly ? 'subtle' : 'light'}
              color="gray"
              aria-label={t('history:title')}
              aria-pressed={!commentsOnly}
              onClick={() => setCommentsOnly(!commentsOnly)}
            >
              <IconHistory size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Hint>
        </div>
        {history.error !== null && <HistoryFailed error={history.error} onRetry={history.retry} />}
        <div
          ref={box}
          className={classes.stream}
          tabIndex={isScrolling ? 0 : -1}
          role="log"
          // Otherwise loading earlier rows would be announced as well.
          aria-live="off"
          aria-label={t('conversation.title')}
          aria-busy={history.isLoading || undefined}
        >
          <div ref={content} className={classes.content} data-settled={isSettled || undefined}>
            <Stream
              items={shown}
              hidden={hidden}
              dentalCase={dentalCase}
              system={system}
              fresh={fresh}
              isEmpty={items.length === 0 && !history.isLoading}
              isLoadingEarlier={history.isLoadingEarlier}
              onEarlierComments={() => {
                keepRows();
                setLimit(limit + MORE);
              }}
              onEarlierHistory={() => {
                keepRows();
                history.loadEarlier();
              }}
              mayTalk={mayComment}
              onReply={(commentId) => {
                keepUnsent(caseId, { replyTo: commentId });
                field.current?.querySelector('textarea')?.focus();
              }}
              onShowComment={showComment}
              {...shows}
            />
          </div>
        </div>
        {/* On a phone it is far below. */}
        <WaitingOfCase caseId={caseId} onComment={(entry) => scrollToPlace(entry, 'center')} />
      </div>
      {mayComment ? (
        <Composer field={field} dentalCase={dentalCase} uploads={uploads} people={people} onPosted={leadTo}>
          {pill}
        </Composer>
      ) : (
        <div className={classes.readOnly}>
          {pill}
          <TypingLine people={people} />
          {isOver && <p className={classes.reason}>{t('comments.closedForGuest')}</p>}
        </div>
      )}
    </section>
  );
});

/** Shows above the comments that the history is missing between them. */
function HistoryFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation(['history', 'common']);
  const { t: errors } = useTranslation('errors');
  return (
    <p className={classes.failed} role="alert">
      {t('notLoaded')} {errorText(errors, error)}{' '}
      <UnstyledButton className={classes.link} onClick={onRetry}>
        {t('common:retry')}
      </UnstyledButton>
    </p>
  );
}
