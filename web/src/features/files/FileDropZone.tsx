import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../client/keyboard/commands.ts';
import classes from './file-drop-zone.module.css';

interface Props {
  onFiles(files: File[]): void;
  disabled?: boolean;
  compact?: boolean;
}

/**
 * A drop zone that also opens the file dialog. It takes any file; the queue names what it skips. For the mouse the
 * whole zone is clickable, keyboard and screen readers use the button in it.
 */
export function FileDropZone({ onFiles, disabled = false, compact = false }: Props) {
  const { t } = useTranslation('files');
  const open = useRef<() => void>(null);
  useCommands(disabled ? [] : [{ shortcut: 'upload', run: () => open.current?.() }]);
  return (
    <Dropzone
      openRef={open}
      onDrop={onFiles}
      disabled={disabled}
      activateOnKeyboard={false}
      // The surrounding area takes drops too, so a file dropped here would be added twice.
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
 * Takes files dropped anywhere on its children. Disabled, it ignores drops; the dropzone's own `disabled` would mark
 * all children as disabled.
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
