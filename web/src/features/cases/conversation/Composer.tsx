import type { CaseDetail } from '@cusp/contract/cases';
import type { PersonHere } from '@cusp/contract/presence';
import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconArrowsDiagonal, IconPaperclip, IconUpload } from '@tabler/icons-react';
import { memo, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { useKeys, withShortcut } from '../../../client/keyboard/use-keyboard.ts';
import { ChooseFile } from '../../../ui/ChooseFile.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import type { Uploading } from '../../files/files.offers.tsx';
import { ReplyBar } from '../comments/Quote.tsx';
import { AddCommentDialog } from '../comments/writing/AddCommentDialog.tsx';
import { ComingFile, FileChoice, LostFile } from '../comments/writing/FileChoice.tsx';
import { MentionTextarea } from '../comments/writing/MentionTextarea.tsx';
import { useCommentDraft } from '../comments/writing/use-comment-draft.ts';
import { useCommentFiles } from '../comments/writing/use-comment-files.ts';
import presenceClasses from '../presence/presence.module.css';
import classes from './composer.module.css';

interface ComposerProps {
  /** The element around its input. */
  field: RefObject<HTMLDivElement | null>;
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'comments'>;
  /** Takes files; undefined if the person cannot add any. */
  uploads: Uploading | undefined;
  /** Other people who are viewing the case. */
  people: readonly PersonHere[];
  /** Shown above it. */
  children: ReactNode;
  onPosted(commentId: number): void;
}

/** Whether the style lets the text area grow. Mantine's measures itself in each render, which forces a layout of the page. */
const GROWS = globalThis.CSS?.supports?.('field-sizing', 'content') === true;

/** Writes a comment below the stream; always in view. */
export function Composer({ children, ...form }: ComposerProps) {
  return (
    <div className={classes.composer}>
      {children}
      <Form {...form} />
    </div>
  );
}

/** Not rendered with each piece of the stream, because its text area may measure itself each time. */
const Form = memo(function Form(props: Omit<ComposerProps, 'children'>) {
  const { field, dentalCase, uploads, people, onPosted } = props;
  const { t } = useTranslation(['cases', 'files']);
  const [isAdding, setAdding] = useState(false);
  const draft = useCommentDraft(dentalCase, onPosted);
  const keys = useKeys('comment');
  const write = () => field.current?.querySelector('textarea')?.focus();
  useCommands([{ shortcut: 'comment', of: dentalCase.id, run: write }]);
  const files = useCommentFiles(dentalCase, uploads);
  const isReady = draft.isSendable && files.uploading === null;
  return (
    <>
      <TypingLine people={people} />
      {draft.error && (
        <Alert color="red" role="alert">
          {draft.error}
        </Alert>
      )}
      {files.lost !== null && <LostFile {...files.lost} />}
      <div
        ref={field}
        className={classes.field}
        data-filled={!draft.isEmpty || undefined}
        data-dragged={files.isDragged || undefined}
        {...files.handlers}
      >
        <ReplyBar caseId={dentalCase.id} comments={dentalCase.comments} />
        <MentionTextarea
          caseId={dentalCase.id}
          autosize={!GROWS}
          minRows={1}
          maxRows={8}
          classNames={{ description: classes.hint }}
          aria-label={t('comments.placeholder')}
          aria-keyshortcuts={keys || undefined}
          placeholder={withShortcut(t('comments.placeholder'), keys)}
          variant="unstyled"
          // Text typed while the comment is being sent would be lost.
          readOnly={draft.isPending}
          value={draft.written}
          onChange={draft.write}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) draft.send();
            // Returns to shortcuts without the mouse. During IME composition Escape cancels the syllable.
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur();
          }}
        />
        <div className={classes.tools}>
          <FileChoice
            className={classes.file}
            classNames={{ input: classes.fileInput }}
            variant="unstyled"
            aria-label={t('comments.file')}
            placeholder={t('comments.file')}
            leftSection={<IconPaperclip size={16} aria-hidden />}
            files={dentalCase.files}
            fileId={draft.fileId}
            onChoose={draft.chooseFile}
          />
          {uploads && (
            <ChooseFile multiple onChange={files.take}>
              {(props) => (
                <Hint label={t('comments.attach')}>
                  <ActionIcon {...props} variant="subtle" color="gray" aria-label={t('comments.attach')}>
                    <IconUpload size={16} aria-hidden />
                  </ActionIcon>
                </Hint>
              )}
            </ChooseFile>
          )}
          <Hint label={t('comments.post')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('comments.post')}
              // Taking the focus would collapse the composer under the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setAdding(true)}
            >
              <IconArrowsDiagonal size={16} aria-hidden />
            </ActionIcon>
          </Hint>
          <Button
            className={classes.send}
            size="xs"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title={SHORTCUT}
            disabled={!isReady}
            loading={draft.isPending}
            onClick={draft.send}
          >
            {t('comments.send')}
          </Button>
        </div>
      </div>
      {files.uploading !== null && files.uploads && (
        <ComingFile name={files.uploading} uploads={files.uploads} />
      )}
      {draft.isPaused && (
        <p className={classes.waits} role="status">
          {t('files:awaits.connection')}
        </p>
      )}
      <AddCommentDialog
        dentalCase={dentalCase}
        files={files}
        opened={isAdding}
        onClose={() => setAdding(false)}
        onPosted={onPosted}
      />
    </>
  );
});

const SHORTCUT = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵';

/** Shows who is typing a comment. */
export function TypingLine({ people }: { people: readonly PersonHere[] }) {
  const { t, i18n } = useTranslation('cases');
  const typing = people.filter(({ is_typing }) => is_typing);
  const names = new Intl.ListFormat(i18n.language).format(typing.map(({ name }) => name));
  return (
    <p className={presenceClasses.typing} aria-live="polite">
      {typing.length > 0 && t('presence.typing', { names, count: typing.length })}
    </p>
  );
}
