import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './file-drop-zone.module.css';

interface Props {
  onFiles(files: File[]): void;
  disabled?: boolean;
  compact?: boolean;
}

/**
 * A field to drop files on or to choose them with; it takes any file, the queue names what it skips. The whole
 * field is clicked with a mouse, the button in it is what the keyboard and readers find.
 */
export function FileDropZone({ onFiles, disabled = false, compact = false }: Props) {
  const { t } = useTranslation('files');
  return (
    <Dropzone
      onDrop={onFiles}
      disabled={disabled}
      activateOnKeyboard={false}
      // The area around it takes drops too: a file dropped here would be added twice.
      dragEventsBubbling={false}
      className={classes.zone}
      data-compact={compact || undefined}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      <span className={classes.zoneIcon}>
        <IconUpload size={compact ? 18 : 24} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.zoneWords}>
        <button type="button" className={classes.zoneButton} disabled={disabled}>
          {t('drop')}
        </button>
        <span className={classes.hint}>{t('maxSize')}</span>
      </span>
    </Dropzone>
  );
}

const ignore = () => {};

/**
 * Takes files that are dropped anywhere on what is inside it. Disabled it lets them fall: the dropzone's own
 * switch would call everything inside disabled.
 */
export function FileDropArea({ onFiles, disabled = false, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation('files');
  return (
    <Dropzone
      unstyled
      enablePointerEvents
      activateOnClick={false}
      activateOnKeyboard={false}
      onDrop={disabled ? ignore : onFiles}
      className={classes.area}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      {children}
      {!disabled && (
        <Dropzone.Accept>
          <div className={classes.areaCover}>
            <div className={classes.areaWords}>
              <IconUpload size={28} stroke={1.6} aria-hidden />
              <strong>{t('dropHere')}</strong>
              <span className={classes.hint}>{t('maxSize')}</span>
            </div>
          </div>
        </Dropzone.Accept>
      )}
    </Dropzone>
  );
}
