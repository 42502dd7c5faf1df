import type { FileVersion } from '@cusp/contract/cases';
import { downloadFile, removeFile, setMetadata } from '@cusp/contract/files.routes';
import { ActionIcon, type ActionIconProps, CopyButton, Popover, Switch, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconEye, IconInfoCircle, IconTrash } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { Hint } from '../../ui/Hint.tsx';
import { toastError } from '../../ui/toast.ts';
import { ScanLine } from '../scans/scans.offers.tsx';
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

/** The details of one version of a file, with its checksum to compare and copy. */
function FileDetails({ file, name }: { file: FileVersion; name: string }) {
  const { t } = useTranslation('files');
  const { t: scans } = useTranslation('scans');
  const { t: common } = useTranslation('common');
  const { scan } = file;
  const format = useFormat();
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
          <dd>{file.filename}</dd>
          <dt>{t('size')}</dt>
          <dd>{t('bytes', { count: file.size })}</dd>
          {scan && (
            <>
              <dt>{scans('shows')}</dt>
              <dd>
                <ScanLine file={{ ...file, scan }} />
              </dd>
            </>
          )}
          <dt>{t('uploaded')}</dt>
          <dd>{`${format.dateTime(file.updated_date)}, ${file.uploader_name}`}</dd>
          {file.clean && <CleanCopy id={file.id} clean={file.clean} />}
          <dt>SHA-256</dt>
          <dd className={classes.hash}>
            <span>{file.sha256}</span>
            <CopyButton value={file.sha256}>
              {({ copied, copy }) => (
                <Tooltip label={copied ? common('copied') : t('copyHash')}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={t('copyHash')}
                    onClick={copy}
                  >
                    {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

interface DetailsProps {
  id: number;
  clean: NonNullable<FileVersion['clean']>;
}

/** The copy for others of a picture that contains a location, a device or texts; its uploader chooses. */
function CleanCopy({ id, clean }: DetailsProps) {
  const { t } = useTranslation('files');
  const { t: words } = useTranslation('errors');
  const mayChoose = useMayCall(setMetadata);
  const change = useSubmit(setMetadata, {
    onError: (failure) => toastError(errorText(words, failure)),
  });
  // Shows the choice before the response arrives.
  const isGiven = change.isPending ? !change.variables.body.keep : clean.is_given;
  return (
    <>
      <dt>{t('clean.forOthers')}</dt>
      <dd>
        {mayChoose && clean.is_editable ? (
          <Switch
            size="sm"
            label={t('clean.without')}
            description={t('clean.hint')}
            checked={isGiven}
            onChange={({ currentTarget: { checked } }) =>
              change.mutate({ params: { id }, body: { keep: !checked } })
            }
          />
        ) : (
          t(isGiven ? 'clean.given' : 'clean.kept')
        )}
        {isGiven && <span className={classes.sum}>{`SHA-256 ${clean.sha256}`}</span>}
      </dd>
    </>
  );
}
