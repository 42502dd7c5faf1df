import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { namedApart } from '../../../client/named-apart.ts';
import { ChooseFile } from '../../../ui/ChooseFile.tsx';
import classes from './file-drop-zone.module.css';

interface Props {
  onFiles(files: File[]): void;
  disabled?: boolean;
  compact?: boolean;
  /** Of the case that gets the files. */
  caseId?: number;
}

/**
 * A drop zone that also opens the file dialog. It takes any file; the queue names what it skips. For the mouse the
 * whole zone is clickable, keyboard and screen readers use the button in it. Phones and tablets also have their camera.
 */
export function FileDropZone({ onFiles, disabled = false, compact = false, caseId }: Props) {
  const { t } = useTranslation('files');
  const open = useRef<() => void>(null);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  useCommands(disabled ? [] : [{ shortcut: 'upload', of: caseId, run: () => open.current?.() }]);
  return (
    <div className={classes.ways}>
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
      {hasCamera && <TakePhoto onFiles={onFiles} disabled={disabled} />}
    </div>
  );
}

/** The camera of a phone, which takes one picture at a time. Without HEIC in the list, iPhones convert photos to JPEG. */
function TakePhoto({ onFiles, disabled }: Props) {
  const { t } = useTranslation('files');
  return (
    <ChooseFile
      accept="image/jpeg,image/png"
      capture="environment"
      disabled={disabled}
      onChange={(file) => file && onFiles(namedApart([file], new Date()))}
    >
      {(button) => (
        <Button
          {...button}
          disabled={disabled}
          variant="default"
          size="md"
          leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
        >
          {t('takePhoto')}
        </Button>
      )}
    </ChooseFile>
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
