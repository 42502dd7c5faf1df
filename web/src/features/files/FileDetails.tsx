import type { FileVersion } from '@cusp/contract/cases';
import { setMetadata } from '@cusp/contract/files.routes';
import { ActionIcon, CopyButton, Popover, Switch, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastError } from '../../ui/toast.ts';
import { ScanLine } from '../scans/scans.offers.tsx';
import classes from './file-actions.module.css';

/** The details of one version of a file, with its checksum to compare and copy. */
export function FileDetails({ file, name }: { file: FileVersion; name: string }) {
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

interface Props {
  id: number;
  clean: NonNullable<FileVersion['clean']>;
}

/** The copy for others of a picture that contains a location, a device or texts; its uploader chooses. */
function CleanCopy({ id, clean }: Props) {
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
