import type { FileVersion } from '@cusp/contract/cases';
import { ActionIcon, CopyButton, Popover, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { ScanLine } from '../scans/scans.offers.tsx';
import { CleanCopy } from './CleanCopy.tsx';
import classes from './file-actions.module.css';

/** Everything that is known of one version of a file, its checksum to compare and copy. */
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
