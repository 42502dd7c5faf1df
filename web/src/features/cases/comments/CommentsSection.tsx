import type { CaseComment, CaseDetail } from '@cusp/contract/cases';
import { addComment } from '@cusp/contract/comments.routes';
import type { PersonHere } from '@cusp/contract/presence';
import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsGuest } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { toastError } from '../../../ui/toast.ts';
import { useIncrementalRows } from '../../../ui/use-incremental-rows.ts';
import {
  FilePreview,
  isMesh,
  isPreviewable,
  type Previewed,
  previewOf,
  useExportBlock,
} from '../../files/files.offers.tsx';
import view from '../detail/case-view.module.css';
import { isOverForGuest } from '../detail/use-allowed-case.ts';
import presenceClasses from '../presence/presence.module.css';
import { AddCommentDialog } from './AddCommentDialog.tsx';
import { CommentEntry } from './CommentEntry.tsx';
import classes from './comments.module.css';
import { scanOf } from './pins-of-case.ts';
import { saveOrphans } from './unsent-comments.ts';

/**
 * Ids of the comments to mark as new: unread ones by others, and those already `marked`, which stay marked once read.
 */
export function newComments(
  comments: readonly CaseComment[],
  marked: ReadonlySet<number>,
): ReadonlySet<number> {
  const isNew = ({ id, author, is_unread }: CaseComment) => author !== 1 && (is_unread || marked.has(id));
  return new Set(comments.filter(isNew).map(({ id }) => id));
}

const NONE: ReadonlySet<number> = new Set();

/** Ids of the comments that became new to the reader since they opened the case. */
function useNewComments(comments: readonly CaseComment[]): ReadonlySet<number> {
  const [known, setKnown] = useState(() => ({ comments, marked: newComments(comments, NONE) }));
  if (known.comments === comments) return known.marked;
  const marked = newComments(comments, known.marked);
  setKnown({ comments, marked });
  return marked;
}

interface CommentsSectionProps {
  ref: RefObject<HTMLElement | null>;
  dentalCase: CaseDetail;
  /** Other people who are viewing the case. */
  people: readonly PersonHere[];
  /** Renders all comments at once. */
  isWhole: boolean;
  /** Opens the 3D view; undefined without scans. */
  onShowScans?: (() => void) | undefined;
  /** Shows the place in 3D that a comment is pinned to. */
  onShowPin(commentId: number): void;
}

/** With more comments than this there is a second add button below them. */
const MANY = 5;

/** The comments of both sides, oldest first. */
export function CommentsSection(props: CommentsSectionProps) {
  const { ref, dentalCase, people, isWhole, onShowScans, onShowPin } = props;
  const { t } = useTranslation('cases');
  const { id: caseId, comments } = dentalCase;
  const [isAdding, setAdding] = useState(false);
  const fresh = useNewComments(comments);
  const drawn = useIncrementalRows(comments, { startsWhole: isWhole, isWhole });
  const block = useExportBlock(dentalCase);
  const [shown, setShown] = useState<Previewed | null>(null);
  const [isShowing, setShowing] = useState(false);
  const lost = t('comments.editLost');
  useEffect(() => {
    if (saveOrphans(caseId, new Set(comments.map(({ id }) => id)))) toastError(lost);
  }, [caseId, comments, lost]);
  const versionOf = ({ file }: CaseComment) =>
    file ? dentalCase.files.flatMap(({ earlier }) => earlier).find(({ id }) => id === file.id) : undefined;
  const showFile = (comment: CaseComment) => {
    const earlier = versionOf(comment);
    const known = earlier ?? dentalCase.files.find(({ id }) => id === comment.file?.id);
    if (!known) return undefined;
    if (block.blocks(known)) return () => void block.explain();
    // The 3D view shows the newest scans, but the comment is about an earlier one.
    if (isMesh(known.filename)) return earlier ? undefined : onShowScans;
    if (!isPreviewable(known.filename)) return undefined;
    return () => {
      setShown(previewOf(known));
      setShowing(true);
    };
  };
  const showPin = ({ id, pin }: CaseComment) => {
    if (pin && block.blocks(scanOf(dentalCase.files, pin) ?? pin.file)) void block.explain();
    else onShowPin(id);
  };
  const isOver = isOverForGuest(dentalCase, useIsGuest());
  const mayComment = useMayCall(addComment) && !isOver;
  const post = mayComment && (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconMessagePlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('comments.post')}
    </Button>
  );
  return (
    <section ref={ref} tabIndex={-1} className={view.section} aria-label={t('comments.title')}>
      <div className={view.headingLine}>
        <h3 className={view.heading}>
          {t('comments.title')} <span className={view.quiet}>{comments.length || ''}</span>
        </h3>
        {post}
      </div>
      {comments.length === 0 ? (
        <p className={classes.none}>{t('comments.none')}</p>
      ) : (
        <ol className={classes.list}>
          {drawn.map((comment) => (
            <CommentEntry
              key={comment.id}
              caseId={caseId}
              comment={comment}
              isNew={fresh.has(comment.id)}
              onShowFile={showFile(comment)}
              fileVersion={versionOf(comment)?.version}
              files={dentalCase.files}
              onShowPin={() => showPin(comment)}
            />
          ))}
        </ol>
      )}
      <TypingLine people={people} />
      {comments.length > MANY && <div className={classes.foot}>{post}</div>}
      {shown && <FilePreview file={shown} opened={isShowing} onClose={() => setShowing(false)} />}
      <AddCommentDialog dentalCase={dentalCase} opened={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}

/** Says who is typing a comment. Its space is reserved, so that nothing moves when it appears. */
function TypingLine({ people }: { people: readonly PersonHere[] }) {
  const { t, i18n } = useTranslation('cases');
  const typing = people.filter(({ is_typing }) => is_typing);
  const names = new Intl.ListFormat(i18n.language).format(typing.map(({ name }) => name));
  return (
    <p className={presenceClasses.typing} aria-live="polite">
      {typing.length > 0 && t('presence.typing', { names, count: typing.length })}
    </p>
  );
}
