import type { SharedFile } from '@cusp/contract/sharing';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconCube,
  IconDownload,
  IconEye,
  IconFile,
  IconFileTypePdf,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { FileMeta, FileRow } from '../../../ui/FileRow.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { isDownloadedPicture } from '../../files/files.offers.tsx';
import classes from './shared-case.module.css';
import { isPreviewed } from './shared-files.ts';

const ICONS: Partial<Record<NonNullable<SharedFile['shows_as']>, TablerIcon>> = {
  picture: IconPhoto,
  pdf: IconFileTypePdf,
  scan: IconCube,
};

interface SharedFileLineProps {
  file: SharedFile;
  isShowing: boolean;
  isSaving: boolean;
  onShow(): void;
  onSave(): void;
}

export function SharedFileLine({ file, isShowing, isSaving, onShow, onSave }: SharedFileLineProps) {
  const { t } = useTranslation('files');
  const { date, size } = useFormat();
  const name = file.filename;
  return (
    <li className={classes.file}>
      <FileRow
        className={classes.fileRow}
        icon={(file.shows_as && ICONS[file.shows_as]) ?? IconFile}
        name={name}
        actions={
          <>
            {isPreviewed(file) && (
              <Tooltip label={t('show')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  loading={isShowing}
                  aria-label={t('preview', { name })}
                  onClick={onShow}
                >
                  <IconEye size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
            {file.can_download && (
              <Tooltip label={t('download')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  loading={isSaving}
                  aria-label={t('downloadFile', { name })}
                  onClick={onSave}
                >
                  <IconDownload size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        }
      >
        {file.can_download && isDownloadedPicture(name) && <FileMeta>{t('onlyDownload')}</FileMeta>}
        <FileMeta>
          <DottedLine facts={[size(file.size), date(file.updated_date)]} />
        </FileMeta>
      </FileRow>
    </li>
  );
}
