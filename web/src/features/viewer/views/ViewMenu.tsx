import { Kbd, Menu, Text } from '@mantine/core';
import { IconZoomScan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconCrown } from '../../../dental-ui/icons.tsx';
import { ToolButton } from '../ToolButton.tsx';
import type { Views } from './use-views.ts';
import { ViewIcon } from './ViewIcon.tsx';
import styles from './views.module.css';
import { presetViews } from './views.ts';

interface ViewMenuProps {
  views: Views;
  disabled: boolean;
  onFit(): void;
}

/** The views from the sides of the patient with their keys: buttons where there is room, else one menu. */
export function ViewMenu({ views, disabled, onFit }: ViewMenuProps) {
  const { t } = useTranslation('viewer');
  return (
    <>
      <fieldset className={styles.buttons} aria-label={t('views.title')}>
        {presetViews.map(({ id }, index) => (
          <ToolButton
            key={id}
            icon={ViewIcon[id]}
            label={t(`views.${id}`)}
            hint={t('views.withKey', { name: t(`views.${id}`), key: index + 1 })}
            aria-keyshortcuts={String(index + 1)}
            disabled={disabled || !views.isPossible(id)}
            onClick={() => views.show(id)}
          />
        ))}
      </fieldset>
      {/* The maximised view is in the top layer, above any portal. */}
      <Menu withinPortal={false} withInitialFocusPlaceholder={false} position="bottom-start" shadow="md">
        <Menu.Target>
          <ToolButton className={styles.menu} icon={IconCrown} label={t('views.title')} disabled={disabled} />
        </Menu.Target>
        <Menu.Dropdown>
          {presetViews.map(({ id }, index) => {
            const Icon = ViewIcon[id];
            return (
              <Menu.Item
                key={id}
                leftSection={<Icon size={20} stroke={1.75} />}
                rightSection={<Kbd aria-hidden>{index + 1}</Kbd>}
                aria-keyshortcuts={String(index + 1)}
                disabled={!views.isPossible(id)}
                onClick={() => views.show(id)}
              >
                {t(`views.${id}`)}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Item leftSection={<IconZoomScan size={20} stroke={1.75} aria-hidden />} onClick={onFit}>
            {t('fit')}
          </Menu.Item>
          {views.isUnsure && (
            <Text size="xs" px="sm" py={4} maw={240}>
              {t('views.unsure')}
            </Text>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
