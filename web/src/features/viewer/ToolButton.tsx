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
  /** Where its name comes up, so that the edge of a panel does not cut it off. */
  side?: 'bottom' | 'left';
}

/** A button of the viewer that shows a picture and says its name to whoever rests on it, by keyboard too. */
export function ToolButton({
  icon: Icon,
  label,
  isOn,
  side = 'bottom',
  size = 'lg',
  ...rest
}: ToolButtonProps) {
  return (
    // The maximised view lies above everything a portal could hold.
    <Tooltip
      label={label}
      position={side}
      withinPortal={false}
      events={{ hover: true, focus: true, touch: false }}
      // A menu that is open says more, in the same place.
      disabled={rest['aria-haspopup'] !== undefined && rest['aria-expanded'] === true}
    >
      <ActionIcon
        size={size}
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        {...rest}
      >
        <Icon size={size === 'lg' ? 20 : 16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
