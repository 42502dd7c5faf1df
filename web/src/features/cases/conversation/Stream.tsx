import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseDetail, NumberSystem } from '@cusp/contract/cases';
import { recently } from '@cusp/text/dates';
import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import {
  FilePreview,
  isClosed,
  isMesh,
  isOutdated,
  isPreviewable,
  previewOf,
  type ShownFile,
  useExportBlock,
} from '../../files/files.offers.tsx';
import { HistoryLine } from '../../history/history.offers.tsx';
import { CommentEntry } from '../comments/CommentEntry.tsx';
import { scanOf } from '../comments/pins-of-case.ts';
import classes from './conversation.module.css';
import { daysOf, type StreamItem, type Thread } from './stream.ts';

interface StreamProps {
  /** The rows to render, oldest first. */
  items: readonly StreamItem[];
  /** Number of earlier comments that are left out. */
  hidden: number;
  dentalCase: CaseDetail;
  /** The reader's number system. */
  system: NumberSystem;
  /** Ids of the comments to mark as new. */
  fresh: ReadonlySet<number>;
  isEmpty: boolean;
  isLoadingEarlier: boolean;
  onEarlierComments(): void;
  onEarlierHistory(): void;
  onShowScans?: (() => void) | undefined;
  onShowPin(commentId: number): void;
  /** Whether the person may comment and react. */
  mayTalk: boolean;
  onReply(commentId: number): void;
  onShowComment(commentId: number): void;
}

/** Comments and history by day. */
export function Stream(props: StreamProps) {
  const { items, hidden, system, isEmpty, isLoadingEarlier, onEarlierComments, onEarlierHistory } = props;
  const { t, i18n } = useTranslation(['cases', 'history']);
  const { recent } = useFormat();
  const [entry, preview] = useCommentEntries(props);
  const nameOf = (at: string) =>
    recently(at, i18n.language as 'en').kind === 'today' ? t('history:today') : recent(at);
  return (
    <>
      {hidden > 0 && (
        <div className={classes.earlier}>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onEarlierComments}>
            {t('comments.earlier', { count: hidden })}
          </Button>
        </div>
      )}
      {isEmpty && <p className={classes.none}>{t('comments.none')}</p>}
      {daysOf(items).map((day) => (
        <Fragment key={new Date(day.at).toDateString()}>
          <h4 className={classes.day}>{nameOf(day.at)}</h4>
          <ol className={classes.rows}>
            {day.items.map((item) => {
              if (item.kind === 'thread')
                return <ThreadRows key={item.id} thread={item} at={item.at} entry={entry} />;
              if (item.kind === 'entry')
                return <HistoryLine key={item.id} entry={item.entry} system={system} />;
              return (
                <li key={item.id} className={classes.earlier}>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    loading={isLoadingEarlier}
                    onClick={onEarlierHistory}
                  >
                    {t('history:earlier')}
                  </Button>
                </li>
              );
            })}
          </ol>
        </Fragment>
      ))}
      {preview}
    </>
  );
}

type RenderEntry = (comment: CaseComment, isOfDay: boolean) => ReactNode;

interface ThreadRowsProps {
  thread: Thread;
  /** A moment of the day that is shown above. */
  at: string;
  entry: RenderEntry;
}

/** A comment, or the place of a deleted one, and its replies. */
function ThreadRows({ thread: { comment, replies }, at, entry }: ThreadRowsProps) {
  const { t } = useTranslation('cases');
  const day = new Date(at).toDateString();
  return (
    <>
      {comment ? entry(comment, true) : <li className={classes.gone}>{t('comments.gone')}</li>}
      {replies.length > 0 && (
        <li>
          <ol className={classes.replies} aria-label={t('comments.replies', { count: replies.length })}>
            {replies.map((reply) => entry(reply, new Date(reply.created_date).toDateString() === day))}
          </ol>
        </li>
      )}
    </>
  );
}

/** Renders comments; the second value shows the file that was opened from one. */
function useCommentEntries(props: StreamProps) {
  const { dentalCase, fresh, onShowScans, mayTalk } = props;
  const block = useExportBlock(dentalCase);
  const [shown, setShown] = useState<ShownFile | null>(null);
  const [isShowing, setShowing] = useState(false);
  const { files } = dentalCase;
  const versionOf = ({ file }: CaseComment) =>
    file ? files.flatMap(({ earlier }) => earlier).find(({ id }) => id === file.id) : undefined;
  const showFile = (comment: CaseComment) => {
    const earlier = versionOf(comment);
    const known = earlier ?? files.find(({ id }) => id === comment.file?.id);
    if (!known || isClosed(known)) return undefined;
    if (block.blocks(known)) return () => void block.explain();
    // The 3D view shows the newest scans, but the comment is about an earlier one.
    if (isMesh(known.filename)) return earlier ? undefined : onShowScans;
    if (!isPreviewable(known.filename)) return undefined;
    return () => {
      setShown({ file: previewOf(known), wasNewest: !earlier });
      setShowing(true);
    };
  };
  // The same in each render, so that only comments that changed are rendered again.
  const onShowFile = useLatest((comment: CaseComment) => showFile(comment)?.());
  const onShowPin = useLatest(({ id, pin }: CaseComment) => {
    if (pin && block.blocks(scanOf(files, pin) ?? pin.file)) void block.explain();
    else props.onShowPin(id);
  });
  const onReply = useLatest(props.onReply);
  const onShowComment = useLatest(props.onShowComment);
  const entry: RenderEntry = (comment, isOfDay) => (
    <CommentEntry
      key={`c${comment.id}`}
      caseId={dentalCase.id}
      caseNo={dentalCase.no}
      comment={comment}
      isNew={fresh.has(comment.id)}
      isFileShown={showFile(comment) !== undefined}
      fileVersion={versionOf(comment)?.version}
      files={files}
      isOfDay={isOfDay}
      mayTalk={mayTalk}
      onShowFile={onShowFile}
      onShowPin={onShowPin}
      onReply={onReply}
      onShowComment={onShowComment}
    />
  );
  const preview = shown && (
    <FilePreview
      file={shown.file}
      opened={isShowing}
      onClose={() => setShowing(false)}
      isOutdated={isOutdated(shown, files)}
    />
  );
  return [entry, preview] as const;
}
