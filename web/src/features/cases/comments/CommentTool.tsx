import type { ComponentPropsWithRef } from 'react';
import { Hint } from '../../../ui/Hint.tsx';
import { LineIcon } from '../list/row-icons.tsx';
import classes from './comments.module.css';

/** Tabler's icons, each as one path. */
const ICONS = {
  react:
    'M20.985 12.528a9 9 0 1 0 -8.45 8.456M16 19h6M19 16v6M9 10h.01M15 10h.01M9.5 15c.658 .64 1.56 1 2.5 1s1.842 -.36 2.5 -1',
  reply: 'M18 18v-6a3 3 0 0 0 -3 -3h-10l4 -4m0 8l-4 -4',
  link: 'M9 15l6 -6M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
  check: 'M5 12l5 5l10 -10',
  edit: 'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4M13.5 6.5l4 4',
  delete:
    'M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
} as const;

interface CommentToolProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'children'> {
  icon: keyof typeof ICONS;
  label: string;
  /** Text of its tooltip, if it is not the label. */
  hint?: string | undefined;
}

/**
 * An icon button of a comment in plain elements: a case may show hundreds, and Mantine's take several times as long to
 * render.
 */
export function CommentTool({ icon, label, hint = label, ...rest }: CommentToolProps) {
  return (
    // An open menu in the same place says it already.
    <Hint label={hint} disabled={rest['aria-expanded'] === true}>
      <button type="button" className={classes.tool} aria-label={label} {...rest}>
        <LineIcon size={16} lines={ICONS[icon]} />
      </button>
    </Hint>
  );
}
