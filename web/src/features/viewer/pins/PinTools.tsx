import { Badge, CloseButton, Menu, Text } from '@mantine/core';
import { IconCamera, IconMapPinPlus, IconMapPins } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import messages from '../messages.module.css';
import { ToolButton } from '../ToolButton.tsx';
import styles from './pins.module.css';
import type { PinThread, ViewerPin } from './pins.types.ts';
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
    <div className={messages.hint}>
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

interface PinsMenuProps {
  pins: readonly ViewerPin[];
  isShown: boolean;
  disabled: boolean;
  onShow(isShown: boolean): void;
  onSelect(key: number): void;
}

/** All pins by name, and whether they are visible. */
function PinsMenu({ pins, isShown, disabled, onShow, onSelect }: PinsMenuProps) {
  const { t } = useTranslation('viewer');
  const button = useRef<HTMLButtonElement>(null);
  // Going to a pin moves the focus there; otherwise it returns to the button.
  const isGoing = useRef(false);
  const onClose = () => {
    if (!isGoing.current) button.current?.focus();
    isGoing.current = false;
  };
  return (
    // The maximised view is in the top layer, above any portal.
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      shadow="md"
      returnFocus={false}
      onClose={onClose}
    >
      <Menu.Target>
        <ToolButton
          ref={button}
          icon={IconMapPins}
          label={t('pins.menu', { count: pins.length })}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflow: 'auto' }}>
        <Menu.CheckboxItem closeMenuOnClick checked={isShown} onChange={onShow}>
          {t('pins.show')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        {pins.map(({ key, no, author, text }) => (
          <Menu.Item
            key={key}
            onClick={() => {
              isGoing.current = true;
              onSelect(key);
            }}
          >
            <span className={styles.item}>
              <Badge className={styles.itemNo} circle size="lg" color="dark">
                {no}
              </Badge>
              <span className={styles.itemText}>
                {author}: {text}
              </span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
