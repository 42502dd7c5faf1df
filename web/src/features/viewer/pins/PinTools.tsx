import { IconCamera, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../ToolButton.tsx';
import { PinsMenu } from './PinsMenu.tsx';
import type { PinDesk } from './pins.types.ts';
import type { Pinning } from './use-pinning.ts';
import type { Pins } from './use-pins.ts';

interface PinToolsProps {
  desk: PinDesk | undefined;
  pins: Pins;
  pinning: Pinning;
  isReady: boolean;
  onPicture: (() => void) | undefined;
}

/** The buttons of the toolbar for pins and pictures, where there is somewhere for them to go. */
export function PinTools({ desk, pins, pinning, isReady, onPicture }: PinToolsProps) {
  const { t } = useTranslation('viewer');
  return (
    <>
      {desk && (
        <ToolButton
          icon={IconMapPinPlus}
          label={t('toolNames.pin')}
          isOn={pinning.isOn}
          disabled={!pinning.isPossible}
          onClick={pinning.toggle}
        />
      )}
      {desk && desk.pins.length > 0 && (
        <PinsMenu
          pins={desk.pins}
          isShown={pins.isShown}
          disabled={!isReady}
          onShow={pins.setShown}
          onSelect={(key) => pins.select(key)}
        />
      )}
      {onPicture && (
        <ToolButton icon={IconCamera} label={t('picture.title')} disabled={!isReady} onClick={onPicture} />
      )}
    </>
  );
}
