import { Kbd, Menu, Text } from '@mantine/core';
import { IconZoomScan } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCrown } from '../../../dental-ui/icons.tsx';
import { ToolButton } from '../ToolButton.tsx';
import type { Views } from './use-views.ts';
import styles from './views.module.css';
import { presetViews, type ViewId } from './views.ts';

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

interface IconProps {
  size?: number | string;
  stroke?: number | string;
}

function arch(path: string): ComponentType<IconProps> {
  return function Arch({ size = 20, stroke = 1.75 }) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth={stroke} strokeLinejoin="round" />
      </svg>
    );
  };
}

/** The letter that the orientation cube has on this side. */
function side(letter: string): ComponentType<IconProps> {
  return function Side({ size = 20, stroke = 1.75 }) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect
          x="3"
          y="3"
          width="18"
          height="18"
          rx="3"
          fill="none"
          stroke="currentColor"
          strokeWidth={stroke}
        />
        <text x="12" y="16.4" textAnchor="middle" fontSize="12" fontWeight="650" fill="currentColor">
          {letter}
        </text>
      </svg>
    );
  };
}

/** Arches as they look in their view: the front teeth of the upper jaw above, those of the lower jaw below. */
const ViewIcon: Record<ViewId, ComponentType<IconProps>> = {
  upper: arch('M4 20C3 10 6 4 12 4s9 6 8 16h-4c.6-7-.8-11-4-11s-4.6 4-4 11z'),
  lower: arch('M4 4C3 14 6 20 12 20s9-6 8-16h-4c.6 7-.8 11-4 11s-4.6-4-4-11z'),
  front: side('A'),
  left: side('L'),
  right: side('R'),
  back: side('P'),
};
