import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { PdfPages } from './preview/PdfPages.tsx';
import { Picture } from './preview/Picture.tsx';
import classes from './preview/preview.module.css';
import type { Previewed } from './preview/previewed.ts';
import { useArrowKeys } from './preview/use-arrow-keys.ts';

interface Props {
  file: Previewed;
  opened: boolean;
  onClose(): void;
  /** What else can be shown, this one among it; the arrow keys lead from one to the next. */
  among?: readonly Previewed[];
  onMove?(file: Previewed): void;
}

/** A picture or a PDF in the page. */
export function FilePreview({ file, opened, onClose, among, onMove }: Props) {
  const small = useSmallScreen();
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={1040}
      fullScreen={small}
      yOffset={24}
      title={file.name}
      classNames={{ content: classes.dialog, body: classes.body }}
    >
      <Shown file={file} among={among} onMove={onMove} />
    </CuspModal>
  );
}

/** What is in the dialog; its keys are taken only while it is open. */
function Shown({ file, among = [], onMove }: Pick<Props, 'file' | 'among' | 'onMove'>) {
  const { t } = useTranslation('files');
  const at = among.findIndex(({ key }) => key === file.key);
  const move = (by: -1 | 1) => {
    const next = at < 0 ? undefined : among[at + by];
    if (next) onMove?.(next);
  };
  useArrowKeys(move);
  return (
    <>
      {file.kind === 'pdf' ? <PdfPages key={file.url} file={file} /> : <Picture key={file.url} file={file} />}
      <Group className={classes.foot} gap="xs">
        {among.length > 1 && at >= 0 && (
          <Group gap={4} mr="auto">
            <Step
              label={t('previousFile')}
              disabled={at === 0}
              onClick={() => move(-1)}
              icon={IconChevronLeft}
            />
            <span className={classes.figures}>{`${at + 1} / ${among.length}`}</span>
            <Step
              label={t('nextFile')}
              disabled={at === among.length - 1}
              onClick={() => move(1)}
              icon={IconChevronRight}
            />
          </Group>
        )}
        {file.tabUrl && (
          <Button
            component="a"
            href={file.tabUrl}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
          >
            {t('newTab')}
          </Button>
        )}
        <Save file={file} />
      </Group>
    </>
  );
}

function Save({ file: { saveUrl, onSave } }: Pick<Props, 'file'>) {
  const { t } = useTranslation('files');
  const look = {
    variant: 'default',
    leftSection: <IconDownload size={18} stroke={1.6} aria-hidden />,
    children: t('download'),
  };
  if (onSave) return <Button {...look} onClick={onSave} />;
  return saveUrl ? <Button {...look} component="a" href={saveUrl} download /> : null;
}

interface StepProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  icon: typeof IconChevronLeft;
}

function Step({ label, disabled, onClick, icon: Icon }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
