import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal, MODAL_FADE_MS } from './CuspModal.tsx';

export interface AskedDialog {
  key: number;
  kind: 'confirm' | 'info' | 'warning' | 'error';
  title?: string;
  content: ReactNode;
  ok?: string;
  cancel?: string;
  danger?: boolean;
  hideKey?: string;
  answer(yes: boolean, hide: boolean): void;
}

/** The confirmation modal, and the information dialog with one button. */
export default function AskDialog({ dialog }: { dialog: AskedDialog }) {
  const { t } = useTranslation('common');
  const { kind } = dialog;
  const [open, setOpen] = useState(true);
  const [hide, setHide] = useState(false);
  const close = (yes: boolean) => {
    setOpen(false);
    setTimeout(() => dialog.answer(yes, hide), MODAL_FADE_MS);
  };
  const asks = kind === 'confirm';
  return (
    <CuspModal
      opened={open}
      onClose={() => close(false)}
      // The second click of a double click lands beside a dialog that the first one opened.
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
              onClick={() => close(false)}
              data-autofocus={dialog.danger || undefined}
            >
              {dialog.cancel ?? t('cancel')}
            </Button>
          )}
          <Button
            color={dialog.danger ? 'red.8' : undefined}
            onClick={() => close(true)}
            data-autofocus={!dialog.danger || undefined}
          >
            {dialog.ok ?? t('ok')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
