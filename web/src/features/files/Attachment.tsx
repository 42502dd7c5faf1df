import type { CaseFile } from '@cusp/contract/cases';
import { ActionIcon, type ActionIconProps, CopyButton, Popover, Tooltip } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconCube,
  IconDownload,
  IconEye,
  IconFile,
  IconFileTypePdf,
  IconInfoCircle,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '../../ui/format/file-size.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { CannotShow } from '../viewer/viewer.offers.tsx';
import { FileName } from './FileName.tsx';
import { isMesh, isPdf, isPreviewable } from './file-kinds.ts';
import classes from './files.module.css';

interface Props {
  file: CaseFile;
  /** Its bytes may not be taken out; asking explains why. */
  isBlocked: boolean;
  /** It is being deleted. */
  isGoing: boolean;
  onBlocked(): void;
  onShow(): void;
  onDelete(): void;
}

/** One file of a case. */
export function Attachment({ file, isBlocked, isGoing, onBlocked, onShow, onDelete }: Props) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const name = file.filename;
  const KindIcon = isMesh(name)
    ? IconCube
    : isPdf(name)
      ? IconFileTypePdf
      : isPreviewable(name)
        ? IconPhoto
        : IconFile;
  return (
    <li className={classes.file} data-going={isGoing || undefined}>
      <KindIcon className={classes.kind} size={20} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        {isPreviewable(name) ? (
          <button type="button" className={classes.nameButton} onClick={onShow}>
            <FileName name={name} />
          </button>
        ) : (
          <FileName name={name} />
        )}
        {file.light_failure && <CannotShow reason={file.light_failure} />}
        <span className={classes.meta}>
          <span>{fileSize(file.size, 'decimal')}</span>
          <span>{format.date(file.updated_date)}</span>
          <span className={classes.person}>{file.uploader ? t('you') : file.uploader_name}</span>
        </span>
      </div>
      <div className={classes.actions}>
        {isPreviewable(name) && (
          <Action className={classes.look} label={t('preview', { name })} hint={t('show')} onClick={onShow}>
            <IconEye size={18} stroke={1.6} />
          </Action>
        )}
        <Details file={file} />
        {isBlocked ? (
          <Action label={t('downloadFile', { name })} hint={t('download')} onClick={onBlocked}>
            <IconDownload size={18} stroke={1.6} />
          </Action>
        ) : (
          <Tooltip label={t('download')}>
            <ActionIcon
              component="a"
              href={file.url}
              download
              variant="subtle"
              color="gray"
              aria-label={t('downloadFile', { name })}
            >
              <IconDownload size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        {file.del_enabled && (
          <Action
            label={t('deleteNamed', { name })}
            hint={common('delete')}
            color="red.8"
            onClick={onDelete}
            loading={isGoing}
          >
            <IconTrash size={18} stroke={1.6} />
          </Action>
        )}
      </div>
    </li>
  );
}

type ActionProps = ActionIconProps &
  Pick<ComponentProps<'button'>, 'onClick'> & { label: string; hint: string; children: ReactNode };

function Action({ label, hint, ...button }: ActionProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon variant="subtle" color="gray" {...button} aria-label={label} />
    </Tooltip>
  );
}

function Details({ file }: { file: CaseFile }) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const name = file.filename;
  return (
    <Popover width={320} position="bottom-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('detailsOf', { name })}>
          <IconInfoCircle size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.details}>
          <dt>{t('name')}</dt>
          <dd>{name}</dd>
          <dt>{t('size')}</dt>
          <dd>{t('bytes', { count: file.size })}</dd>
          <dt>{t('uploaded')}</dt>
          <dd>{`${format.dateTime(file.updated_date)}, ${file.uploader_name}`}</dd>
          <dt>SHA-256</dt>
          <dd className={classes.hash}>
            <span>{file.sha256}</span>
            <CopyButton value={file.sha256}>
              {({ copied, copy }) => (
                <Action
                  label={t('copyHash')}
                  hint={copied ? common('copied') : t('copyHash')}
                  onClick={copy}
                  size="sm"
                >
                  {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                </Action>
              )}
            </CopyButton>
          </dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
