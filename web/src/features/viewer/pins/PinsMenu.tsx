import { Badge, Menu } from '@mantine/core';
import { IconMapPins } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../ToolButton.tsx';
import styles from './pins.module.css';
import type { ViewerPin } from './pins.types.ts';

interface PinsMenuProps {
  pins: readonly ViewerPin[];
  isShown: boolean;
  disabled: boolean;
  onShow(isShown: boolean): void;
  onSelect(key: number): void;
}

/** All pins by name, and whether they are visible. */
export function PinsMenu({ pins, isShown, disabled, onShow, onSelect }: PinsMenuProps) {
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
