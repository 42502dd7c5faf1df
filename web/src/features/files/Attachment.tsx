import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { isPreviewPicture } from '@cusp/contract/file-types';
import { downloadFile } from '@cusp/contract/files.routes';
import { scannedJaw, scanOf } from '@cusp/mesh/classify-scan';
import {
  IconChevronRight,
  IconCube,
  IconFile,
  IconFileTypePdf,
  IconPhoto,
  type IconProps,
} from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { IconLowerScan, IconMargin, IconUpperScan } from '../../dental-ui/icons.tsx';
import { FileRow } from '../../ui/FileRow.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { useScanWords } from '../scans/scans.offers.tsx';
import { CannotShow } from '../viewer/viewer.offers.tsx';
import classes from './attachment.module.css';
import { FileActions } from './FileActions.tsx';
import { isDownloadedPicture, isMesh, isPdf, isPreviewable } from './file-kinds.ts';
import { isClosed, Quarantine } from './Quarantine.tsx';

interface Props {
  file: CaseFile;
  /** Its device forbids downloading it; the download button explains why. */
  isBlocked: boolean;
  /** Only in print. */
  isHidden: boolean;
  /** The role of the scan is in the heading of the list. */
  isScanSaid: boolean;
  /** The version that is being deleted. */
  going: readonly number[];
  onBlocked(): void;
  onShow(file: FileVersion): void;
  onDelete(file: FileVersion): void;
}

/** One file of a case: its newest version, and the earlier ones behind a button. */
export function Attachment({ file, isHidden, ...rest }: Props) {
  const { t } = useTranslation('files');
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { isScanSaid, isBlocked, going, onBlocked, onShow, onDelete } = rest;
  const name = file.filename;
  const show = isPreviewable(name) && !isClosed(file) ? () => onShow(file) : undefined;
  const count = file.earlier.length;
  return (
    <li className={classes.file} hidden={isHidden}>
      <FileRow
        className={classes.row}
        icon={iconOf(file)}
        name={name}
        onShow={show}
        isGoing={going.includes(file.id)}
        actions={
          <FileActions
            file={file}
            name={name}
            isBlocked={isBlocked}
            isGoing={going.includes(file.id)}
            onBlocked={onBlocked}
            onShow={show}
            onDelete={() => onDelete(file)}
          />
        }
      >
        <Quarantine file={file} />
        {file.light_failure && <CannotShow reason={file.light_failure} />}
        {isPreviewPicture(name) && <span className={classes.meta}>{t('previewPicture')}</span>}
        <Meta file={file} isScanSaid={isScanSaid} isBlocked={isBlocked} />
        {count > 0 && (
          <button
            type="button"
            className={classes.versions}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={14} stroke={1.8} aria-hidden />
            {t('versions', { version: file.version, count })}
          </button>
        )}
      </FileRow>
      {count > 0 && isOpen && (
        <ul id={listId} className={classes.earlier} aria-label={t('earlierOf', { name })}>
          {file.earlier.map((version) => (
            <Earlier key={version.id} version={version} {...rest} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Earlier({ version, ...props }: Omit<Props, 'file' | 'isHidden'> & { version: FileVersion }) {
  const { t } = useTranslation('files');
  const { isScanSaid, isBlocked, going, onBlocked, onShow, onDelete } = props;
  return (
    <li className={classes.row} data-going={going.includes(version.id) || undefined}>
      <div className={classes.words}>
        <span className={classes.version}>{t('versionNo', { version: version.version })}</span>
        <Quarantine file={version} />
        <Meta file={version} isScanSaid={isScanSaid} isBlocked={isBlocked} />
      </div>
      <FileActions
        file={version}
        name={t('versionNamed', { name: version.filename, version: version.version })}
        isBlocked={isBlocked}
        isGoing={going.includes(version.id)}
        onBlocked={onBlocked}
        onShow={isPreviewable(version.filename) && !isClosed(version) ? () => onShow(version) : undefined}
        onDelete={() => onDelete(version)}
      />
    </li>
  );
}

interface MetaProps extends Pick<Props, 'isScanSaid' | 'isBlocked'> {
  file: FileVersion;
}

function Meta({ file, isScanSaid, isBlocked }: MetaProps) {
  const { t } = useTranslation('files');
  const format = useFormat();
  const words = useScanWords();
  const by = file.uploader ? t('you') : file.uploader_name;
  const mayDownload = useMayCall(downloadFile) && !isClosed(file) && !isBlocked;
  return (
    <>
      {mayDownload && isDownloadedPicture(file.filename) && (
        <span className={classes.meta}>{t('onlyDownload')}</span>
      )}
      <span className={classes.meta}>
        {file.scan && !isScanSaid && <span className={classes.scan}>{words(file.scan)}</span>}
        <span className={classes.rest}>
          <span>{format.size(file.size)}</span>
          <span>{format.date(file.updated_date)}</span>
          <span className={classes.person} title={by}>
            {by}
          </span>
        </span>
      </span>
    </>
  );
}

/** A scan of a jaw, a margin line, another 3D file, a document or a picture. */
function iconOf(file: FileVersion): ComponentType<IconProps> {
  const { filename: name } = file;
  const jaw = scannedJaw(file);
  if (jaw) return jaw === 'upper' ? IconUpperScan : IconLowerScan;
  if (scanOf(file).role === 'margin') return IconMargin;
  if (isMesh(name)) return IconCube;
  if (isPdf(name)) return IconFileTypePdf;
  return isPreviewable(name) || isDownloadedPicture(name) ? IconPhoto : IconFile;
}
