import { IconLock } from '@tabler/icons-react';
import classes from './fields.module.css';

/** Props of a read-only field; it stays in the tab order. */
export const LOCKED = {
  readOnly: true,
  rightSection: <IconLock size={16} stroke={1.6} className={classes.lock} aria-hidden />,
  classNames: { input: classes.locked },
};
