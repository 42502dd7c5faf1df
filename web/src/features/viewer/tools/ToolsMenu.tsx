import { Menu } from '@mantine/core';
import { IconRulerMeasure, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setLengthUnit, useLengthUnit } from '../length-unit.ts';
import { ToolButton } from '../ToolButton.tsx';
import { toolKinds } from './tool-kinds.ts';
import type { Tools } from './use-tools.ts';

/** All tools, those that are taken up with a tick. */
export function ToolsMenu({ tools, disabled }: { tools: Tools; disabled: boolean }) {
  const { t } = useTranslation('viewer');
  const unit = useLengthUnit();
  const isAny = toolKinds.some(({ id }) => tools.isActive(id));
  return (
    // The maximised view lies above everything a portal could hold.
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      closeOnItemClick
      shadow="md"
    >
      <Menu.Target>
        <ToolButton
          icon={IconTools}
          label={t('toolsMenu')}
          variant={isAny ? 'light' : 'subtle'}
          color={isAny ? undefined : 'gray'}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {toolKinds.map((kind) => (
          <Menu.CheckboxItem
            key={kind.id}
            closeMenuOnClick
            checked={tools.isActive(kind.id)}
            rightSection={<kind.icon size={18} stroke={1.75} aria-hidden />}
            onChange={() => tools.toggle(kind)}
          >
            {t(`toolNames.${kind.id}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem
          closeMenuOnClick
          checked={unit === 'cm'}
          rightSection={<IconRulerMeasure size={18} stroke={1.75} aria-hidden />}
          onChange={(checked) => setLengthUnit(checked ? 'cm' : 'mm')}
        >
          {t('inCentimetres')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
