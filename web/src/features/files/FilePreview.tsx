import { ActionIcon, Alert, Button, Group, Loader, Text, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { PdfPages } from './preview/PdfPages.tsx';
import classes from './preview/preview.module.css';
import type { Previewed } from './preview/previewed.ts';
import { focusableRegion } from './preview/previewed.ts';

/**
 * Left and right arrow keys move to the previous or next file, except where they scroll sideways or move a cursor.
 */
function useArrowKeys(onMove: (by: -1 | 1) => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (by === null || !(event.target instanceof Element) || event.target.closest('input, textarea')) return;
    const scrolls = event.target.closest('[role="region"]');
    if (scrolls && scrolls.scrollWidth > scrolls.clientWidth) return;
    event.preventDefault();
    onMove(by);
  });
}

interface Props {
  file: Previewed;
  opened: boolean;
  onClose(): void;
  /** The files to browse, including this one; the arrow keys move between them. */
  among?: readonly Previewed[];
  onMove?(file: Previewed): void;
  /** Whether the file was replaced or removed while it is shown. */
  isOutdated?: boolean;
}

/** Shows a picture or a PDF in the page. */
export function FilePreview({ file, opened, onClose, among, onMove, isOutdated = false }: Props) {
  const { t } = useTranslation('files');
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
      {isOutdated && (
        <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}>
          {t('changedSince')}
        </Alert>
      )}
      <Shown file={file} among={among} onMove={onMove} />
    </CuspModal>
  );
}

/** The content of the dialog; handles keys only while it is mounted. */
function Shown({ file, among = [], onMove }: Pick<Props, 'file' | 'among' | 'onMove'>) {
  const { t } = useTranslation('files');
  const at = among.findIndex(({ key }) => key === file.key);
  const move = (by: -1 | 1) => {
    const next = at < 0 ? undefined : among[at + by];
    if (next) onMove?.(next);
  };
  useArrowKeys(move);
  const [gone, setGone] = useState('');
  const isGone = gone === file.url;
  return (
    <>
      {file.kind === 'pdf' ? (
        <PdfPages key={file.url} file={file} onGone={() => setGone(file.url)} />
      ) : (
        <Picture key={file.url} file={file} />
      )}
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
        {file.tabUrl && !isGone && (
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
        {!isGone && <Save file={file} />}
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

/** A picture, scaled to fit or in its original size. */
function Picture({ file }: { file: Previewed }) {
  const { t } = useTranslation('files');
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading');
  const [isWhole, setWhole] = useState(true);
  if (state === 'broken') return <Text className={classes.notShown}>{t('previewFailed')}</Text>;
  const Icon = isWhole ? IconZoomIn : IconZoomOut;
  return (
    <div className={classes.pdf}>
      <div className={classes.toolbar}>
        <span className={classes.space} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={state !== 'shown'}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('picture.ownSize') : t('picture.fit')}
        </Button>
      </div>
      <div className={classes.stage}>
        <div className={classes.scroll} {...focusableRegion(file.name)}>
          <img
            className={classes.image}
            data-whole={isWhole || undefined}
            src={file.url}
            alt={file.name}
            onLoad={() => setState('shown')}
            onError={() => setState('broken')}
          />
        </div>
        {state === 'loading' && (
          <div className={classes.coming}>
            <Loader size="sm" />
          </div>
        )}
      </div>
    </div>
  );
}
