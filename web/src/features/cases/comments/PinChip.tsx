import type { CaseDetail } from '@cusp/contract/cases';
import type { Pin } from '@cusp/contract/pin';
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../ui/FileName.tsx';
import classes from './comments.module.css';
import { earlierScanOf, scanOf } from './pins-of-case.ts';

interface PinChipProps {
  pin: Pin;
  files: CaseDetail['files'];
  /** Shows its place on the scan. */
  onShow(): void;
}

/** Where on a scan a comment belongs. */
export function PinChip({ pin, files, onShow }: PinChipProps) {
  const { t } = useTranslation(['cases', 'files']);
  const { filename: name } = pin.file;
  const { no } = pin;
  if (!scanOf(files, pin))
    return (
      <span className={classes.chip} data-gone>
        <IconMapPinOff size={15} aria-hidden />
        <span className={classes.chipName}>{t('comments.pinGone', { no, name })}</span>
      </span>
    );
  const version = earlierScanOf(files, pin)?.version;
  return (
    <button
      type="button"
      className={classes.chip}
      title={t('comments.showPin', { no, name })}
      onClick={onShow}
    >
      <IconMapPin size={15} aria-hidden />
      <span className={classes.chipNo}>{t('comments.pin', { no })}</span>
      <span aria-hidden>·</span>
      <span className={classes.chipName}>
        <FileName name={name} />
      </span>
      {version !== undefined && (
        <span className={classes.chipVersion}>{t('files:versionNo', { version })}</span>
      )}
    </button>
  );
}
