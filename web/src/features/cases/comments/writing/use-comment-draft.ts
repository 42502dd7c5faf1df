import type { CaseDetail } from '@cusp/contract/cases';
import { addComment, MAX_COMMENT } from '@cusp/contract/comments.routes';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../../client/use-call.ts';
import { errorText } from '../../../../i18n/error-text.ts';
import { isSendable } from '../../../../ui/LongTextarea.tsx';
import { keepForLater } from '../../../offline/offline.offers.ts';
import { noteTypingOver } from '../../presence/use-presence.ts';
import { type MentionText, trimmed } from './mention-spans.ts';
import { answeredOf, dropDeletedFile, forgetPosted, keepUnsent, useUnsent } from './unsent-comments.ts';

export interface CommentDraft {
  written: MentionText;
  /** The file that the comment is about, if it still exists. */
  fileId: number | null;
  /** Whether it has a text that is not too long. */
  isSendable: boolean;
  /** Whether leaving would lose nothing. */
  isEmpty: boolean;
  /** Why it could not be posted; the draft is kept. */
  error: string | undefined;
  isPending: boolean;
  /** It is posted when the connection is back. */
  isPaused: boolean;
  write(written: MentionText): void;
  chooseFile(fileId: number | null): void;
  send(): void;
}

/** The draft of a comment on a case, kept until it is posted, also while other cases are viewed. */
export function useCommentDraft(
  { id: caseId, files, comments }: Pick<CaseDetail, 'id' | 'files' | 'comments'>,
  onPosted: (commentId: number) => void,
): CommentDraft {
  const { t } = useTranslation('errors');
  const unsent = useUnsent(caseId);
  const { text, mentions } = trimmed(unsent.written);
  const isReady = isSendable(text, MAX_COMMENT);
  const add = useSubmit(addComment, {
    onSuccess: ({ id }, { body }) => {
      // While offline this comment may have waited, and another draft may have been started since.
      if (!forgetPosted(caseId, body)) return;
      noteTypingOver();
      onPosted(id);
    },
    onError: (error, { body }) => {
      if (error.code !== 'offline' || !keepForLater(caseId, { kind: 'comment', body })) return;
      forgetPosted(caseId, body);
      add.reset();
    },
  });
  // The chosen file may have a newer version by now; the comment stays with the version its author saw.
  useEffect(() => {
    if (unsent.fileId !== null) dropDeletedFile(caseId, files);
  }, [caseId, unsent.fileId, files]);
  const isThere = files.some((each) => [each, ...each.earlier].some(({ id }) => id === unsent.fileId));
  const fileId = isThere ? unsent.fileId : null;
  const reply_to = answeredOf(comments, unsent);
  return {
    written: unsent.written,
    fileId,
    isEmpty: unsent.written.text === '' && fileId === null && unsent.replyTo === null,
    isSendable: isReady,
    error: add.error ? errorText(t, add.error) : undefined,
    isPending: add.isPending,
    isPaused: add.isPaused,
    write: (written) => keepUnsent(caseId, { written }),
    chooseFile: (chosen) => keepUnsent(caseId, { fileId: chosen }),
    send() {
      if (!isReady || add.isPending) return;
      const body = { comment: text, mentions, file_id: fileId, reply_to, key: unsent.key };
      add.mutate({ params: { id: caseId }, body });
    },
  };
}
