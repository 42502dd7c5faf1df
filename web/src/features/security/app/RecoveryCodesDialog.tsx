import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { brand } from '../../../brand/app-info.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { useTexts } from '../use-security.ts';
import classes from './app.module.css';

/** New recovery codes, shown once. A click outside does not close the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t, common } = useTexts();
  const { close, modal } = useFading(onClose);
  const text = codes.join('\n');
  const file = new Blob([`${text}\n`], { type: 'text/plain' });
  return (
    <CuspModal
      {...modal}
      title={t('recovery.shownTitle')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <p className={classes.line}>{t('recovery.shownText')}</p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {common(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(`${brand().app_name} ${t('recovery.file')}.txt`, file)}
          >
            {t('recovery.save')}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button onClick={close}>{t('recovery.kept')}</Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
