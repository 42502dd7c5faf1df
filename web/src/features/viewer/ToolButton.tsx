import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ComponentType } from 'react';
import styles from './toolbar.module.css';

interface ToolButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  icon: ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;
  label: string;
  /** Text of its tooltip, if it adds something to the label. */
  hint?: string;
  /** One word of the label, shown beside the icon where there is room. */
  word?: string;
  /** Whether it is pressed; undefined for a button that is not a toggle. */
  isOn?: boolean;
  /** Position of its tooltip, so that the edge of a panel does not clip it. */
  side?: 'bottom' | 'left';
}

/** An icon button of the viewer with a tooltip on hover and focus. */
export function ToolButton({
  icon: Icon,
  label,
  hint = label,
  word,
  className,
  isOn,
  side = 'bottom',
  size = 'lg',
  ...rest
}: ToolButtonProps) {
  return (
    // The maximised view is in the top layer, above any portal.
    <Tooltip
      label={hint}
      position={side}
      withinPortal={false}
      events={{ hover: true, focus: true, touch: false }}
      // An open menu in the same place already has the information.
      disabled={rest['aria-haspopup'] !== undefined && rest['aria-expanded'] === true}
    >
      <ActionIcon
        size={size}
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        className={[styles.tool, className].filter(Boolean).join(' ')}
        aria-label={label}
        aria-pressed={isOn}
        {...rest}
      >
        <Icon size={size === 'lg' ? 20 : 16} stroke={1.75} aria-hidden />
        {word && <span className={styles.word}>{word}</span>}
      </ActionIcon>
    </Tooltip>
  );
}
