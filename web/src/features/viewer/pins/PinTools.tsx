import { CloseButton, Text } from '@mantine/core';
import { IconCamera, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../messages.module.css';
import { ToolButton } from '../ToolButton.tsx';
import { PinsMenu } from './PinsMenu.tsx';
import type { PinThread } from './pins.types.ts';
import type { Pinning } from './use-pinning.ts';
import type { Pins } from './use-pins.ts';

interface PinToolsProps {
  thread: PinThread | undefined;
  pins: Pins;
  pinning: Pinning;
  isReady: boolean;
  onPicture: (() => void) | undefined;
}

/** The toolbar's buttons for pins and pictures, as far as the viewer has destinations for them. */
export function PinTools({ thread, pins, pinning, isReady, onPicture }: PinToolsProps) {
  const { t } = useTranslation('viewer');
  return (
    <>
      {thread && (
        <ToolButton
          icon={IconMapPinPlus}
          label={t('toolNames.pin')}
          word={t('words.pin')}
          isOn={pinning.isOn}
          disabled={!pinning.isPossible}
          onClick={pinning.toggle}
        />
      )}
      {thread && thread.pins.length > 0 && (
        <PinsMenu
          pins={thread.pins}
          isShown={pins.isShown}
          disabled={!isReady}
          onShow={pins.setShown}
          onSelect={(key) => pins.select(key)}
        />
      )}
      {onPicture && (
        <ToolButton
          icon={IconCamera}
          label={t('picture.title')}
          word={t('words.picture')}
          disabled={!isReady}
          onClick={onPicture}
        />
      )}
    </>
  );
}

/** Shows where to click for a new pin, with a cancel button for people without a keyboard. */
export function PinHint({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('viewer');
  return (
    <div className={styles.hint}>
      <Text size="sm" role="status">
        {t('pins.hint')}
      </Text>
      <CloseButton
        iconSize={20}
        aria-label={t('closeTool', { name: t('toolNames.pin') })}
        onClick={onClose}
      />
    </div>
  );
}
