import { downloadAll, prepareDownloadAll } from '@cusp/contract/files.routes';
import { Button, type ButtonProps } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { call, urlOf } from '../../client/call.ts';
import { useCommands } from '../../client/keyboard/commands.ts';
import { useKeys, withShortcut } from '../../client/keyboard/use-keyboard.ts';
import { useUser } from '../../client/session/session-store.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastError } from '../../ui/toast.ts';
import { type ExportSide, saveFrom, useExportBlock } from './use-save-file.ts';

interface Props extends ButtonProps {
  caseId: number;
  /** Side and device of the case; missing for the person's own drafts. */
  side?: ExportSide;
}

/** All files of a case as one zip: requests a one-time name, then lets the browser download it. */
export function DownloadAllButton({ caseId, side, ...button }: Props) {
  const { t } = useTranslation('files');
  const { t: words } = useTranslation('errors');
  const user = useUser();
  const block = useExportBlock(side);
  const [busy, setBusy] = useState(false);

  async function start() {
    if (block.blocks()) return block.explain();
    setBusy(true);
    try {
      const { filename } = await call(prepareDownloadAll, { params: { id: caseId } });
      const idb64 = btoa(String(user.id)).replace(/=+$/, '');
      await saveFrom(urlOf(downloadAll, { params: { id: caseId, idb64 }, query: { filename } }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'export_blocked') await block.explain();
      else toastError(errorText(words, error));
    } finally {
      setBusy(false);
    }
  }

  const keys = useKeys('download');
  const isOff = busy || button.disabled === true;
  useCommands(
    isOff ? [] : [{ shortcut: 'download', label: t('downloadAll'), of: caseId, run: () => void start() }],
  );

  return (
    <Button
      variant="default"
      leftSection={<IconFileZip size={18} stroke={1.6} aria-hidden />}
      loading={busy}
      // In narrow places the button has only its icon.
      aria-label={t('downloadAll')}
      title={withShortcut(t('downloadAll'), keys)}
      aria-keyshortcuts={keys || undefined}
      {...button}
      onClick={() => void start()}
    >
      {t('downloadAll')}
    </Button>
  );
}
