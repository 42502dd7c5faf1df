import type { FileVersion } from '@cusp/contract/cases';
import { downloadFile, removeFile } from '@cusp/contract/files.routes';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDownload, IconEye, IconTrash } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { Hint } from '../../ui/Hint.tsx';
import { FileDetails } from './FileDetails.tsx';
import classes from './file-actions.module.css';
import { isClosed } from './Quarantine.tsx';

interface Props {
  file: FileVersion;
  /** The name for screen readers; includes the version of an earlier one. */
  name: string;
  /** Its device forbids downloading it; the download button explains why. */
  isBlocked: boolean;
  /** It is being deleted. */
  isGoing: boolean;
  onBlocked(): void;
  /** Undefined if the page cannot show the file. */
  onShow?: (() => void) | undefined;
  onDelete(): void;
}

/** The buttons of one version of a file. */
export function FileActions({ file, name, isBlocked, isGoing, onBlocked, onShow, onDelete }: Props) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const mayDownload = useMayCall(downloadFile);
  const mayRemove = useMayCall(removeFile);
  return (
    <div className={classes.actions}>
      {onShow && mayDownload && (
        <Action className={classes.look} label={t('preview', { name })} hint={t('show')} onClick={onShow}>
          <IconEye size={18} stroke={1.6} />
        </Action>
      )}
      <FileDetails file={file} name={name} />
      {!mayDownload || isClosed(file) ? null : isBlocked ? (
        <Action label={t('downloadFile', { name })} hint={t('download')} onClick={onBlocked}>
          <IconDownload size={18} stroke={1.6} />
        </Action>
      ) : (
        <Hint label={t('download')}>
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
        </Hint>
      )}
      {file.del_enabled && mayRemove && (
        <Action
          label={t('deleteNamed', { name })}
          hint={common('delete')}
          color="red"
          onClick={onDelete}
          loading={isGoing}
        >
          <IconTrash size={18} stroke={1.6} />
        </Action>
      )}
    </div>
  );
}

type ActionProps = ActionIconProps &
  Pick<ComponentProps<'button'>, 'onClick'> & { label: string; hint: string; children: ReactNode };

function Action({ label, hint, ...button }: ActionProps) {
  return (
    <Hint label={hint}>
      <ActionIcon variant="subtle" color="gray" {...button} aria-label={label} />
    </Hint>
  );
}
