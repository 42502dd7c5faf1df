import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from './CuspModal.tsx';

export interface AskedDialog {
  key: number;
  kind: 'confirm' | 'info' | 'warning' | 'error';
  title?: string;
  content: ReactNode;
  ok?: string;
  cancel?: string;
  danger?: boolean;
  hideKey?: string;
  isOnce?: boolean;
  isUrgent?: boolean;
  answer(yes: boolean, hide: boolean): void;
}

/** The confirmation dialog, and the information dialog with one button. */
export default function AskDialog({ dialog }: { dialog: AskedDialog }) {
  const { t } = useTranslation('common');
  const { kind } = dialog;
  const [answer, setAnswer] = useState<boolean>();
  const [hide, setHide] = useState(dialog.isOnce === true);
  const asks = kind === 'confirm';
  return (
    <CuspModal
      opened={answer === undefined}
      onClose={() => setAnswer(false)}
      // Resolves only when the dialog has closed (without animation too), because the caller may ask again immediately.
      onExitTransitionEnd={() => answer !== undefined && dialog.answer(answer, hide)}
      // The second click of a double click lands beside the dialog that the first one opened.
      closeOnClickOutside={false}
      title={dialog.title ?? (asks ? undefined : t(kind))}
    >
      <Stack gap="md">
        <div>{dialog.content}</div>
        {dialog.hideKey && (
          <Checkbox
            checked={hide}
            onChange={(event) => setHide(event.currentTarget.checked)}
            label={t('hideAgain')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          {asks && (
            <Button
              variant="default"
              onClick={() => setAnswer(false)}
              data-autofocus={dialog.danger || undefined}
            >
              {dialog.cancel ?? t('cancel')}
            </Button>
          )}
          <Button
            color={dialog.danger ? 'red' : undefined}
            onClick={() => setAnswer(true)}
            data-autofocus={!dialog.danger || undefined}
          >
            {dialog.ok ?? t('ok')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
