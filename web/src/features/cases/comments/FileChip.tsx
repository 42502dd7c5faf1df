import type { CaseComment } from '@cusp/contract/case-comment';
import type { FileVersion } from '@cusp/contract/cases';
import { pathOf } from '@cusp/contract/endpoint';
import { downloadFile } from '@cusp/contract/files.routes';
import { IconFile, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../ui/FileRow.tsx';
import { isClosed, Quarantine } from '../../files/files.offers.tsx';
import classes from './comments.module.css';

interface FileChipProps {
  file: NonNullable<CaseComment['file']>;
  /** Shows the file in the page; without it the file is downloaded. */
  onShow?: (() => void) | undefined;
  /** The file as the case has it now; undefined if it was deleted. */
  known?: FileVersion | undefined;
  /** The version number, if there is a newer version. */
  version?: number | undefined;
}

/** The file that a comment is about. */
export function FileChip({ file, known, onShow, version }: FileChipProps) {
  const { t } = useTranslation(['cases', 'files']);
  const name =
    version === undefined ? file.filename : t('files:versionNamed', { name: file.filename, version });
  if (file.is_deleted)
    return (
      <span className={classes.chip} data-gone>
        <IconFileOff size={15} aria-hidden />
        <span className={classes.chipName}>{t('comments.fileDeleted', { name })}</span>
      </span>
    );
  if (known && isClosed(known))
    return (
      <span className={classes.chip} data-gone>
        <IconFileOff size={15} aria-hidden />
        <span className={classes.chipName}>
          <FileName name={file.filename} />
        </span>
        <Quarantine file={known} />
      </span>
    );
  const words = (
    <>
      <IconFile size={15} aria-hidden />
      <span className={classes.chipName}>
        <FileName name={file.filename} />
      </span>
      {version !== undefined && (
        <span className={classes.chipVersion}>{t('files:versionNo', { version })}</span>
      )}
    </>
  );
  if (onShow)
    return (
      <button
        type="button"
        className={classes.chip}
        aria-label={t('comments.openFile', { name })}
        onClick={onShow}
      >
        {words}
      </button>
    );
  return (
    <a
      className={classes.chip}
      href={pathOf(downloadFile, { id: file.id })}
      download
      aria-label={t('comments.downloadFile', { name })}
    >
      {words}
    </a>
  );
}
