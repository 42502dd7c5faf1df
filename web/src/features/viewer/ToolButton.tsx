import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface ToolButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  icon: TablerIcon;
  label: string;
  /** Whether it is pressed; without it it is no switch. */
  isOn?: boolean;
}

/** A button of the viewer's toolbar. */
export function ToolButton({ icon: Icon, label, isOn, ...rest }: ToolButtonProps) {
  return (
    // The maximised view lies above everything a portal could hold.
    <Tooltip
      label={label}
      position="bottom"
      withinPortal={false}
      events={{ hover: true, focus: true, touch: false }}
      // A menu that is open says more, in the same place.
      disabled={rest['aria-expanded'] === true}
    >
      <ActionIcon
        size="lg"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        {...rest}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
